//! Checks the files that an agent gives to a page.

use axlens_protocol::Fault;
use axlens_protocol::model::action::UploadedFile;

/// Maximum number of files of an action.
const MAX_FILES: usize = 20;

/// Maximum size of all files of an action, in bytes.
pub const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// The maximum size as base64, with padding for each file.
pub const MAX_BASE64_SIZE: usize = MAX_BYTES as usize / 3 * 4 + 4 * MAX_FILES;

/// Maximum length of a file name, in bytes; the limit of most file systems.
const MAX_NAME_LEN: usize = 255;

/// Checks the files of an action.
///
/// # Errors
/// `bad_request`.
pub fn check(files: &[UploadedFile]) -> Result<(), Fault> {
    if files.is_empty() || files.len() > MAX_FILES {
        let message = format!("`files` must have from 1 to {MAX_FILES} files.");
        return Err(Fault::bad_request(message));
    }
    if files.iter().map(|file| file.base64.len()).sum::<usize>() > MAX_BASE64_SIZE {
        return Err(Fault::bad_request("`files` has more than 8 MiB."));
    }
    for file in files {
        let is_name = |name: &str| {
            (1..=MAX_NAME_LEN).contains(&name.len())
                && !name.contains(['/', '\\'])
                && !name.contains(char::is_control)
        };
        if !is_name(&file.name) {
            return Err(Fault::bad_request(
                "The `name` of a file must have 1 to 255 bytes, and no folder.",
            ));
        }
        if !is_base64(&file.base64) {
            let message = format!("`base64` of {:?} is not valid base64.", file.name);
            return Err(Fault::bad_request(message));
        }
    }
    Ok(())
}

/// Sets the media type of a file without one by the extension of its name, as a browser does for a
/// file that its user chooses. It stays empty if the extension is not known.
pub fn set_media_type(file: &mut UploadedFile) {
    if file.media_type.is_empty() {
        let guessed = mime_guess::from_path(&file.name).first_raw();
        file.media_type = guessed.unwrap_or_default().to_owned();
    }
}

/// Whether a text is base64 with padding, without whitespace.
fn is_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    text.len().is_multiple_of(4) && text.len() - digits.len() <= 2 && digits.bytes().all(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, base64: &str) -> UploadedFile {
        UploadedFile {
            name: name.to_owned(),
            media_type: String::new(),
            base64: base64.to_owned(),
        }
    }

    #[test]
    fn a_file_without_a_media_type_gets_that_of_its_extension() {
        for (name, own, expected) in [
            ("a.png", "", "image/png"),
            ("A.PDF", "", "application/pdf"),
            ("a.png", "image/x-own", "image/x-own"),
            ("Makefile", "", ""),
            ("a.unknown-kind", "", ""),
        ] {
            let mut file = file(name, "");
            file.media_type = own.to_owned();
            set_media_type(&mut file);
            assert_eq!(file.media_type, expected, "{name}");
        }
    }

    #[test]
    fn invalid_files_are_rejected() {
        assert!(check(&[file("a.txt", "QWRh"), file("empty", "")]).is_ok());
        assert!(check(&[file("b", "QQ=="), file("c", "QUI=")]).is_ok());
        let many = vec![file("a", ""); MAX_FILES + 1];
        let large = [file("a", &"A".repeat(MAX_BASE64_SIZE + 4))];
        let none: [UploadedFile; 0] = [];
        for files in [&none[..], &many, &large] {
            assert!(check(files).is_err());
        }
        for name in ["", "../a", "a\\b", "a\nb", &"x".repeat(256)] {
            assert!(check(&[file(name, "")]).is_err(), "{name:?}");
        }
        for base64 in ["Q", "QQ", "Q===", "QQ=A", "Q Q=", "Q-Q=", "é==="] {
            assert!(check(&[file("a", base64)]).is_err(), "{base64:?}");
        }
    }
}
