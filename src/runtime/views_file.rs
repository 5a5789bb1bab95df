//! A file of saved views, read as text.

use crate::typed_path::typed_path;
use paydesk_core::failure::{ViewsFileError, ViewsFileRefusal};
use paydesk_core::features::views::ViewsFile;

/// Larger files are none of ours.
const MOST_BYTES: u64 = 1 << 20;

/// The file at this path.
pub async fn read(path: String) -> Result<ViewsFile, ViewsFileError> {
    let named = path.clone();
    let read = tokio::task::spawn_blocking(move || text_of(&named)).await;
    match read.unwrap_or(Err(ViewsFileRefusal::Internal)) {
        Ok(content) => Ok(ViewsFile { path, content }),
        Err(why) => Err(ViewsFileError { path, why }),
    }
}

fn text_of(path: &str) -> Result<String, ViewsFileRefusal> {
    let io = |error: std::io::Error| ViewsFileRefusal::Io(error.into());
    let path = typed_path(path);
    let found = std::fs::metadata(&path).map_err(io)?;
    if !found.is_file() {
        return Err(ViewsFileRefusal::NoFile);
    }
    if found.len() > MOST_BYTES {
        return Err(ViewsFileRefusal::TooLarge);
    }
    let bytes = std::fs::read(path).map_err(io)?;
    String::from_utf8(bytes).map_err(|_| ViewsFileRefusal::NoText)
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_core::problem::Problem;

    #[tokio::test]
    async fn a_file_is_read_as_text_and_what_is_none_is_refused_with_its_path() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
        std::fs::write(path("views.json"), "{}").unwrap();
        let expected = ViewsFile { path: path("views.json"), content: "{}".to_owned() };
        assert_eq!(read(path("views.json")).await, Ok(expected));
        std::fs::write(path("picture"), [0xff, 0xfe]).unwrap();
        std::fs::write(path("large"), vec![b' '; (MOST_BYTES + 1) as usize]).unwrap();
        for (name, why) in [
            ("picture", "it is not a text file"),
            ("large", "it is larger than 1 MB"),
            (".", "it is not a file"),
            ("missing", ""),
        ] {
            let problem = Problem::from(read(path(name)).await.unwrap_err());
            assert!(problem.what.contains(&path(name)) && problem.what.contains(why), "{}", problem.what);
        }
    }
}
