//! Who holds a data directory and where it listens, as the file `paydesk.instance` says.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::{Duration, Instant};

const FILE: &str = "paydesk.instance";
/// The socket, where the platform and the disk have such.
#[cfg(unix)]
pub const SOCKET: &str = "paydesk.socket";

/// The content of `paydesk.instance`: process id, address and token of the running program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstanceFile {
    pub pid: u32,
    /// Where it listens, if it does.
    pub line: Option<ListenAddress>,
    /// What a second start must send.
    pub token: String,
}

/// Where a desk listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListenAddress {
    Socket,
    Port(u16),
}

/// A connection to the other side.
pub trait InstanceStream: Read + Write {}

impl<T: Read + Write> InstanceStream for T {}

impl InstanceFile {
    /// What the file in `dir` says; `None` where there is none, or it says something else.
    pub fn read(dir: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(dir.join(FILE)).ok()?;
        let value = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let line = match (value("port"), value("socket")) {
            (Some(port), _) => Some(ListenAddress::Port(port.parse().ok()?)),
            (None, Some(_)) => Some(ListenAddress::Socket),
            (None, None) => None,
        };
        Some(Self { pid: value("pid")?.parse().ok()?, line, token: value("token").unwrap_or_default().to_owned() })
    }

    /// Writes the file in `dir`, for this user only; there never is half of one.
    pub fn write(&self, dir: &Path) -> std::io::Result<()> {
        let line = match self.line {
            Some(ListenAddress::Socket) => "socket here\n".to_owned(),
            Some(ListenAddress::Port(port)) => format!("port {port}\n"),
            None => String::new(),
        };
        let mut file = tempfile::Builder::new().prefix(".instance-").tempfile_in(dir)?;
        write!(file, "pid {}\n{line}token {}\n", self.pid, self.token)?;
        file.persist(dir.join(FILE)).map_err(|error| error.error)?;
        Ok(())
    }

    pub fn remove(dir: &Path) {
        let _ = std::fs::remove_file(dir.join(FILE));
    }
}

impl ListenAddress {
    /// Connects, if somebody listens; no answer is waited for beyond `deadline`.
    pub fn connect(&self, dir: &Path, deadline: Instant) -> Option<Box<dyn InstanceStream>> {
        let left = || Some(deadline.saturating_duration_since(Instant::now())).filter(|left| *left > Duration::ZERO);
        match self {
            #[cfg(unix)]
            Self::Socket => {
                let stream = UnixStream::connect(dir.join(SOCKET)).ok()?;
                stream.set_read_timeout(Some(left()?)).ok()?;
                Some(Box::new(stream))
            }
            // Written by a program of another platform.
            #[cfg(not(unix))]
            Self::Socket => {
                let _ = dir;
                None
            }
            Self::Port(port) => {
                let address = SocketAddr::from((Ipv4Addr::LOCALHOST, *port));
                let stream = TcpStream::connect_timeout(&address, left()?).ok()?;
                stream.set_read_timeout(Some(left()?)).ok()?;
                Some(Box::new(stream))
            }
        }
    }
}
