; The installer for Windows, made by assets/packaging/windows/build, which defines VERSION, STAGED, OUTPUT and perhaps TARGET.
; For one user, without an administrator; /S installs silently, /D=C:\Folder into another folder.
!ifdef TARGET
  Target "${TARGET}"
!else
  Unicode true
!endif
SetCompressor /SOLID lzma
RequestExecutionLevel user
!include MUI2.nsh

Name "Paydesk"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Paydesk"
InstallDirRegKey HKCU "Software\Paydesk" "InstallDir"
BrandingText "Paydesk ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Paydesk"
VIAddVersionKey "FileDescription" "Installer of Paydesk"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT or Apache-2.0"

!define ICON "${STAGED}\paydesk.ico"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\paydeskw.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Open Paydesk"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Paydesk"
!define APP_PATHS "Software\Microsoft\Windows\CurrentVersion\App Paths"

Section
  SetShellVarContext current
  SetOutPath "$INSTDIR"
  ; A program that runs cannot be replaced: then nothing is, and the code says so.
  ClearErrors
  SetOverwrite try
  File "${STAGED}\paydesk.exe"
  IfErrors 0 closed
    MessageBox MB_OK|MB_ICONSTOP "Paydesk is open. Close it, then install again." /SD IDOK
    SetErrorLevel 2
    Abort "Paydesk is open. Close it, then install again."
  closed:
  SetOverwrite on
  File "${STAGED}\paydeskw.exe"
  File "${STAGED}\paydesk.ico"
  File "${STAGED}\README.md"
  File "${STAGED}\CHANGELOG.md"
  File "${STAGED}\LICENSE-APACHE.txt"
  File "${STAGED}\LICENSE-MIT.txt"
  File "${STAGED}\THIRD-PARTY-LICENCES.txt"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  CreateShortcut "$SMPROGRAMS\Paydesk.lnk" "$INSTDIR\paydeskw.exe" "" "$INSTDIR\paydesk.ico"
  ; Start → Run and `start paydesk` find it.
  WriteRegStr HKCU "${APP_PATHS}\paydesk.exe" "" "$INSTDIR\paydesk.exe"
  WriteRegStr HKCU "Software\Classes\.paydesk-views" "" "Paydesk.Views"
  WriteRegStr HKCU "Software\Classes\Paydesk.Views" "" "Saved views of Paydesk"
  WriteRegStr HKCU "Software\Classes\Paydesk.Views\DefaultIcon" "" "$INSTDIR\paydesk.ico"
  WriteRegStr HKCU "Software\Classes\Paydesk.Views\shell\open\command" "" '"$INSTDIR\paydeskw.exe" "%1"'

  WriteRegStr HKCU "Software\Paydesk" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Paydesk"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\paydesk.ico"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Paydesk maintainers"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

; Journal, records and settings stay: they are proof of what was sent. So do keys in Credential Manager.
Section Uninstall
  SetShellVarContext current
  ClearErrors
  Delete "$INSTDIR\paydesk.exe"
  IfErrors 0 closed
    MessageBox MB_OK|MB_ICONSTOP "Paydesk is open. Close it, then uninstall again." /SD IDOK
    SetErrorLevel 2
    Abort "Paydesk is open. Close it, then uninstall again."
  closed:
  Delete "$INSTDIR\paydeskw.exe"
  Delete "$INSTDIR\paydesk.ico"
  Delete "$INSTDIR\README.md"
  Delete "$INSTDIR\CHANGELOG.md"
  Delete "$INSTDIR\LICENSE-APACHE.txt"
  Delete "$INSTDIR\LICENSE-MIT.txt"
  Delete "$INSTDIR\THIRD-PARTY-LICENCES.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Paydesk.lnk"
  DeleteRegKey HKCU "${APP_PATHS}\paydesk.exe"
  DeleteRegKey HKCU "Software\Classes\.paydesk-views"
  DeleteRegKey HKCU "Software\Classes\Paydesk.Views"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Paydesk"
SectionEnd
