//! Reads an owner and an access control list of Windows from the text form of a security
//! descriptor. Source: <https://learn.microsoft.com/windows/win32/secauthz/ace-strings> and the
//! page about the format of descriptors next to it.

/// The rights to read a file, or to list a folder.
pub const READ: u32 = 0x8000_0001;
/// The rights to change a file or a folder: its data, entries, attributes, permissions, owner.
pub const WRITE: u32 = 0x5000_0000 | 0x000d_0000 | 0x156;
/// The rights to replace an entry of a folder, or the folder itself.
pub const REPLACE: u32 = 0x1000_0000 | 0x000d_0000 | 0x40;

/// The administrators, and those who elevate a program, whose files belong to this group.
const ADMINISTRATORS: [&str; 2] = ["BA", "S-1-5-32-544"];
/// Windows itself: the local system and the installer of its updates.
const SYSTEM: [&str; 3] = [
    "SY",
    "S-1-5-18",
    "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464",
];
/// The owner of the file.
const OWNER: [&str; 4] = ["OW", "S-1-3-4", "CO", "S-1-3-0"];

/// The names of rights in an entry.
const RIGHTS: [(&str, u32); 21] = [
    ("GA", 0x1000_0000),
    ("GX", 0x2000_0000),
    ("GW", 0x4000_0000),
    ("GR", 0x8000_0000),
    ("SD", 0x0001_0000),
    ("RC", 0x0002_0000),
    ("WD", 0x0004_0000),
    ("WO", 0x0008_0000),
    ("CC", 0x0001),
    ("DC", 0x0002),
    ("LC", 0x0004),
    ("SW", 0x0008),
    ("RP", 0x0010),
    ("WP", 0x0020),
    ("DT", 0x0040),
    ("LO", 0x0080),
    ("CR", 0x0100),
    ("FA", 0x001f_01ff),
    ("FR", 0x0012_0089),
    ("FW", 0x0012_0116),
    ("FX", 0x0012_00a0),
];

/// Who owns a file, and what others may do with it.
#[derive(Debug, PartialEq, Eq)]
pub struct Access {
    /// Who owns it.
    pub owner: Owner,
    /// The rights of all who are not this user, administrators or Windows.
    pub others: u32,
}

/// Who owns a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// The user who runs this program, elevated or not.
    User,
    /// Windows.
    System,
    /// Another user.
    Other,
}

impl Access {
    /// Reads a security descriptor. `user` is the identifier of the user who runs this program, in
    /// the form that descriptors have. What can't be read counts as every right of everyone.
    pub fn of(descriptor: &str, user: &str) -> Access {
        let owner = section(descriptor, "O:").unwrap_or_default();
        let is_own = owner == user || ADMINISTRATORS.contains(&owner);
        Access {
            owner: match owner {
                _ if is_own => Owner::User,
                _ if SYSTEM.contains(&owner) => Owner::System,
                _ => Owner::Other,
            },
            others: rights_of_others(descriptor, user),
        }
    }
}

/// The owner of a security descriptor, in the form that descriptors have.
pub fn owner(descriptor: &str) -> &str {
    section(descriptor, "O:").unwrap_or_default()
}

fn rights_of_others(descriptor: &str, user: &str) -> u32 {
    let Some((flags, entries)) = descriptor
        .split_once("D:")
        .map(|(_, list)| list.split_at(list.find('(').unwrap_or(list.len())))
    else {
        return u32::MAX;
    };
    if flags.contains("NO_ACCESS_CONTROL") {
        return u32::MAX;
    }
    let entries = entries.split('(').skip(1);
    entries.fold(0, |rights, entry| rights | rights_in(entry, user))
}

/// The rights that an entry of the list gives to others, on this file itself.
fn rights_in(entry: &str, user: &str) -> u32 {
    let fields: Vec<&str> = entry.trim_end_matches(')').split(';').collect();
    let [kind, flags, rights, _, _, trustee, ..] = fields[..] else {
        return u32::MAX;
    };
    let is_denied = kind == "D" || kind == "OD" || kind == "XD";
    let is_for_children = flag_pairs(flags).any(|flag| flag == "IO");
    let is_trusted = trustee == user
        || [&ADMINISTRATORS[..], &SYSTEM, &OWNER]
            .iter()
            .any(|known| known.contains(&trustee));
    match is_denied || is_for_children || is_trusted {
        true => 0,
        false => mask(rights),
    }
}

fn mask(rights: &str) -> u32 {
    if let Some(digits) = rights.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).unwrap_or(u32::MAX);
    }
    let value = |name: &str| {
        let row = RIGHTS.iter().find(|(known, _)| *known == name);
        row.map_or(u32::MAX, |(_, value)| *value)
    };
    flag_pairs(rights).fold(0, |mask, name| mask | value(name))
}

/// Names of two letters without separators.
fn flag_pairs(text: &str) -> impl Iterator<Item = &str> {
    (0..text.len())
        .step_by(2)
        .map(|at| text.get(at..at + 2).unwrap_or_default())
}

/// A section of a descriptor, up to the next one.
fn section<'a>(descriptor: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = descriptor.split_once(name)?;
    let end = ["O:", "G:", "D:", "S:"]
        .iter()
        .filter_map(|next| rest.find(next))
        .min();
    Some(&rest[..end.unwrap_or(rest.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: &str = "S-1-5-21-1-2-3-1001";

    fn access(descriptor: &str) -> Access {
        Access::of(descriptor, USER)
    }

    #[test]
    fn a_folder_of_this_user_and_windows_is_private() {
        let list = "PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;S-1-5-21-1-2-3-1001)";
        let private = Access {
            owner: Owner::User,
            others: 0,
        };
        for owner in [USER, "BA"] {
            assert_eq!(access(&format!("O:{owner}G:S-1-5-21-1D:{list}")), private);
        }
        assert_eq!(access(&format!("O:SYD:{list}")).owner, Owner::System);
        assert_eq!(access(&format!("O:S-1-5-21-9D:{list}")).owner, Owner::Other);
        assert_eq!(owner("O:BAG:SYD:"), "BA");
    }

    #[test]
    fn the_rights_of_others_are_found() {
        let others = |list: &str| access(&format!("O:{USER}D:{list}")).others;
        let modify = others("AI(A;ID;0x1301bf;;;AU)");
        assert_ne!(modify & WRITE, 0);
        assert_ne!(modify & REPLACE, 0);
        let read = others("(A;;FRFX;;;BU)");
        assert_ne!(read & READ, 0);
        assert_eq!(read & WRITE, 0);
        assert_eq!(read, others("(A;;0x1200a9;;;BU)"));
        assert_ne!(others("(A;;DT;;;WD)") & REPLACE, 0);
        for right in ["LC", "CR", "RP"] {
            assert_ne!(others(&format!("(A;;{right};;;WD)")) & WRITE, 0, "{right}");
        }
        assert_eq!(others("(A;;LC;;;AU)") & REPLACE, 0);
        assert_ne!(others("(XA;;FA;;;WD;(a))") & WRITE, 0);
        assert_ne!(others("(A;;GA;;;S-1-5-21-9)") & WRITE & REPLACE, 0);
    }

    #[test]
    fn entries_for_children_and_denials_give_no_rights() {
        let list = "(D;;FA;;;WD)(A;OICIIO;SDGXGWGR;;;AU)";
        assert_eq!(access(&format!("O:{USER}D:{list}")).others, 0);
    }

    #[test]
    fn what_cannot_be_read_is_every_right() {
        for list in [
            "D:NO_ACCESS_CONTROL",
            "",
            "D:(A;;XY;;;WD)",
            "D:(broken)",
            "D:(A;;F;;;WD)",
        ] {
            assert_eq!(
                access(&format!("O:{USER}{list}")).others,
                u32::MAX,
                "{list}"
            );
        }
        assert_eq!(access("").owner, Owner::Other);
    }
}
