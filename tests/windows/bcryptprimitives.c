// The one function of bcryptprimitives.dll that Rust's standard library asks for; wine before 8.6 has no such library.
unsigned char __stdcall SystemFunction036(void *bytes, unsigned long length); // RtlGenRandom, in advapi32

__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *bytes, unsigned long long length) {
  return SystemFunction036(bytes, (unsigned long)length) != 0;
}
