//! The security functions of Windows. A security descriptor is a text here, which
//! `access_list.rs` reads.

use crate::platform::access_list;
use std::ffi::{OsStr, OsString, c_void};
use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::os::windows::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::windows::io::{AsRawHandle, FromRawHandle as _, OwnedHandle, RawHandle};
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use tokio::net::windows::named_pipe::{NamedPipeServer, ServerOptions};
use windows_sys::Win32::Foundation::{
    ERROR_ALREADY_EXISTS, HANDLE_FLAG_INHERIT, LocalFree, SetHandleInformation,
};
use windows_sys::Win32::Security::Authorization::{
    ConvertSecurityDescriptorToStringSecurityDescriptorW, ConvertSidToStringSidW,
    ConvertStringSecurityDescriptorToSecurityDescriptorW, GetSecurityInfo, SDDL_REVISION_1,
    SE_FILE_OBJECT, SE_KERNEL_OBJECT, SE_OBJECT_TYPE, SetNamedSecurityInfoW,
};
use windows_sys::Win32::Security::{
    ACL, DACL_SECURITY_INFORMATION, GetSecurityDescriptorDacl, GetTokenInformation,
    OWNER_SECURITY_INFORMATION, PROTECTED_DACL_SECURITY_INFORMATION, PSECURITY_DESCRIPTOR,
    SECURITY_ATTRIBUTES, TOKEN_QUERY, TOKEN_USER, TokenUser,
};
use windows_sys::Win32::Storage::FileSystem::{
    CreateDirectoryW, FILE_NAME_NORMALIZED, GetFinalPathNameByHandleW,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};

/// The owner and the access control list.
const OWNER_AND_LIST: u32 = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;

/// The maximum size of the user's identifier with its header, in bytes: 16 for the header, 68 for
/// the longest identifier.
const MAX_TOKEN_USER: usize = 128;

/// The maximum length of a path in Windows, in UTF-16 units.
const MAX_PATH_LEN: usize = 32 * 1024;

/// Memory that Windows has allocated.
struct Allocated(*mut c_void);

impl Drop for Allocated {
    fn drop(&mut self) {
        // SAFETY: the pointer is from a function whose result is freed with LocalFree.
        unsafe { LocalFree(self.0) };
    }
}

impl Allocated {
    /// Copies a text that ends with zero.
    fn text(&self) -> String {
        let start: *const u16 = self.0.cast();
        // SAFETY: Windows has allocated a text that ends with zero.
        let text = unsafe {
            let length = (0..).take_while(|at| *start.add(*at) != 0).count();
            std::slice::from_raw_parts(start, length)
        };
        String::from_utf16_lossy(text)
    }
}

/// The identifier of the user who runs this program, such as `S-1-5-21-…`.
///
/// # Errors
/// If Windows does not tell.
pub fn user() -> Result<&'static str> {
    static USER: OnceLock<String> = OnceLock::new();
    if let Some(known) = USER.get() {
        return Ok(known);
    }
    let user = read_user()?;
    Ok(USER.get_or_init(|| user))
}

fn read_user() -> Result<String> {
    let mut token = null_mut();
    // SAFETY: the pseudo handle of this process is always valid.
    succeeded(unsafe { OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &mut token) })?;
    // SAFETY: the handle was opened above, and nothing else closes it.
    let token = unsafe { OwnedHandle::from_raw_handle(token) };
    let mut buffer = [0u64; MAX_TOKEN_USER / 8];
    let (start, mut length) = (buffer.as_mut_ptr().cast(), 0);
    let size = MAX_TOKEN_USER as u32;
    // SAFETY: the buffer has `size` bytes.
    succeeded(unsafe {
        GetTokenInformation(token.as_raw_handle(), TokenUser, start, size, &mut length)
    })?;
    let mut text = null_mut();
    // SAFETY: the buffer is aligned and holds a TOKEN_USER, whose identifier is in the buffer too.
    succeeded(unsafe {
        let user: *const TOKEN_USER = buffer.as_ptr().cast();
        ConvertSidToStringSidW((*user).User.Sid, &mut text)
    })?;
    let user = Allocated(text.cast()).text();
    // Descriptors have abbreviations for some users.
    let descriptor = Descriptor::new(&format!("O:{user}"))?;
    Ok(access_list::owner(&text_of(&descriptor.0)?).to_owned())
}

/// The owner and the access control list of an open file or folder.
///
/// # Errors
/// If the file system has none, or they can't be read.
pub fn of_file(file: &File) -> Result<String> {
    descriptor_of(file.as_raw_handle(), SE_FILE_OBJECT)
}

/// The owner and the access control list of a named pipe.
///
/// # Errors
/// If they can't be read.
pub fn of_pipe(pipe: &impl AsRawHandle) -> Result<String> {
    descriptor_of(pipe.as_raw_handle(), SE_KERNEL_OBJECT)
}

fn descriptor_of(handle: RawHandle, kind: SE_OBJECT_TYPE) -> Result<String> {
    let mut descriptor = null_mut();
    // SAFETY: the handle is open, and the parts that are not wanted are null.
    let code = unsafe {
        GetSecurityInfo(
            handle,
            kind,
            OWNER_AND_LIST,
            null_mut(),
            null_mut(),
            null_mut(),
            null_mut(),
            &mut descriptor,
        )
    };
    if code != 0 {
        return Err(Error::from_raw_os_error(code.cast_signed()));
    }
    text_of(&Allocated(descriptor))
}

/// The text of a security descriptor.
fn text_of(descriptor: &Allocated) -> Result<String> {
    let mut text = null_mut();
    // SAFETY: the descriptor is valid until it is dropped.
    succeeded(unsafe {
        ConvertSecurityDescriptorToStringSecurityDescriptorW(
            descriptor.0,
            SDDL_REVISION_1,
            OWNER_AND_LIST,
            &mut text,
            null_mut(),
        )
    })?;
    Ok(Allocated(text.cast()).text())
}

/// A security descriptor for a new file, folder or pipe.
pub struct Descriptor(Allocated);

impl Descriptor {
    /// Reads the text of a descriptor.
    ///
    /// # Errors
    /// If the text is invalid.
    pub fn new(text: &str) -> Result<Descriptor> {
        let text = wide(OsStr::new(text));
        let mut descriptor: PSECURITY_DESCRIPTOR = null_mut();
        // SAFETY: the text ends with zero.
        succeeded(unsafe {
            ConvertStringSecurityDescriptorToSecurityDescriptorW(
                text.as_ptr(),
                SDDL_REVISION_1,
                &mut descriptor,
                null_mut(),
            )
        })?;
        Ok(Descriptor(Allocated(descriptor)))
    }

    fn attributes(&self) -> SECURITY_ATTRIBUTES {
        SECURITY_ATTRIBUTES {
            nLength: size_of::<SECURITY_ATTRIBUTES>() as u32,
            lpSecurityDescriptor: self.0.0,
            bInheritHandle: 0,
        }
    }

    /// Creates a folder with this descriptor. An existing one is not an error.
    ///
    /// # Errors
    /// If it can't be created.
    pub fn create_folder(&self, path: &Path) -> Result<()> {
        let path = wide(path.as_os_str());
        let attributes = self.attributes();
        // SAFETY: the path ends with zero, and the attributes are valid during the call.
        let created = succeeded(unsafe { CreateDirectoryW(path.as_ptr(), &attributes) });
        match created {
            Err(error) if error.raw_os_error() == Some(ERROR_ALREADY_EXISTS.cast_signed()) => {
                Ok(())
            }
            other => other,
        }
    }

    /// Creates an instance of a named pipe with this descriptor.
    ///
    /// # Errors
    /// If it can't be created.
    pub fn create_pipe(&self, name: &str, options: &ServerOptions) -> Result<NamedPipeServer> {
        let mut attributes = self.attributes();
        let attributes: *mut SECURITY_ATTRIBUTES = &mut attributes;
        // SAFETY: the attributes are valid during the call.
        unsafe { options.create_with_security_attributes_raw(name, attributes.cast()) }
    }

    /// Replaces the access control list of a folder, without entries from its parent.
    ///
    /// # Errors
    /// If it can't be changed.
    pub fn apply_to(&self, path: &Path) -> Result<()> {
        let path = wide(path.as_os_str());
        let (mut is_present, mut is_default) = (0, 0);
        let mut list: *mut ACL = null_mut();
        // SAFETY: the descriptor is valid, and the list is a part of it.
        succeeded(unsafe {
            GetSecurityDescriptorDacl(self.0.0, &mut is_present, &mut list, &mut is_default)
        })?;
        if is_present == 0 || list.is_null() {
            // Without a list, everyone would have every right.
            return Err(Error::from(ErrorKind::InvalidInput));
        }
        // SAFETY: the path ends with zero, and the list is valid during the call.
        let code = unsafe {
            SetNamedSecurityInfoW(
                path.as_ptr().cast_mut(),
                SE_FILE_OBJECT,
                DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION,
                null_mut(),
                null_mut(),
                list,
                null(),
            )
        };
        match code {
            0 => Ok(()),
            code => Err(Error::from_raw_os_error(code.cast_signed())),
        }
    }
}

/// Prevents that processes which this one starts get a handle, if there is one.
pub fn keep_from_children(handle: &impl AsRawHandle) {
    let handle = handle.as_raw_handle();
    // A process without a console has none.
    if !handle.is_null() {
        // SAFETY: an invalid handle is an error, which changes nothing.
        unsafe { SetHandleInformation(handle, HANDLE_FLAG_INHERIT, 0) };
    }
}

/// The canonical path of an open file or folder, with the prefix `\\\\?\\`, like
/// [`std::fs::canonicalize`].
///
/// # Errors
/// If Windows does not tell.
pub fn final_path(file: &File) -> Result<PathBuf> {
    let handle = file.as_raw_handle();
    let mut path = vec![0u16; MAX_PATH_LEN];
    let size = MAX_PATH_LEN as u32;
    // SAFETY: the buffer has `size` units.
    let length =
        unsafe { GetFinalPathNameByHandleW(handle, path.as_mut_ptr(), size, FILE_NAME_NORMALIZED) };
    match length as usize {
        0 => Err(Error::last_os_error()),
        length if length < MAX_PATH_LEN => {
            path.truncate(length);
            Ok(PathBuf::from(OsString::from_wide(&path)))
        }
        _ => Err(Error::from(ErrorKind::InvalidFilename)),
    }
}

fn succeeded(result: i32) -> Result<()> {
    match result {
        0 => Err(Error::last_os_error()),
        _ => Ok(()),
    }
}

/// UTF-16 that ends with zero.
fn wide(text: &OsStr) -> Vec<u16> {
    text.encode_wide().chain([0]).collect()
}
