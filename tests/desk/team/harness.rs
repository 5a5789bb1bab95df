//! A PostgreSQL server of its own for each test, in a temporary directory, ended with the test however that ends.
//!
//! What `initdb` makes is made once and copied. PostgreSQL refuses to run as root: then the server runs as `nobody`.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use paydesk_domain::profile::Environment;
use paydesk_domain::secret::SecretText;
use paydesk_team::{DeskId, TeamAddress, TeamConnection, TeamError, TeamLimits, TeamProfileId, TeamRole, schema};
use paydesk_test_basics::system_parts::needs;
use paydesk_test_basics::waiting::step_until;
use rustix::process::{Pid, Signal};
use tempfile::TempDir;

/// Who set the server up, with this password.
pub const SUPERUSER: &str = "postgres";
pub const SUPERUSER_PASSWORD: &str = "password-of-postgres";
/// The user and group `nobody` of every Linux.
const NOBODY: u32 = 65_534;

/// How a server is started.
#[derive(Debug, Clone, Default)]
pub struct ServerOptions {
    /// Whether what it acknowledged survives being killed: slow.
    pub is_durable: bool,
    /// Listens on a port of 127.0.0.1 as well.
    pub port: Option<u16>,
    /// More lines of postgresql.conf.
    pub settings: String,
    /// Files of this name and content in the data directory.
    pub files: Vec<(String, String)>,
}

impl ServerOptions {
    /// Also part of the name of its Unix socket.
    fn port(&self) -> u16 {
        self.port.unwrap_or(5432)
    }
}

/// A running server.
pub struct Postgres {
    child: Child,
    binaries: PathBuf,
    dir: TempDir,
    port: u16,
}

impl Postgres {
    /// `None` where PostgreSQL is not installed: then the test says that it was skipped.
    pub fn start(test: &str) -> Option<Self> {
        Self::start_with(test, &ServerOptions::default())
    }

    pub fn start_with(test: &str, options: &ServerOptions) -> Option<Self> {
        let found = binaries();
        let part = found.as_ref().map(|_| ()).ok_or("no PostgreSQL server");
        needs(part, test, "apt-get install postgresql")?;
        let binaries = found?;
        let dir = TempDir::with_prefix("paydesk-pg-").unwrap();
        let data = dir.path().join("data");
        copy(&template(&binaries), &data);
        fs::write(data.join("postgresql.conf"), settings(dir.path(), options)).unwrap();
        for (name, content) in &options.files {
            fs::write(data.join(name), content).unwrap();
            fs::set_permissions(data.join(name), Permissions::from_mode(0o600)).unwrap();
            give_away(&data.join(name));
        }
        give_away(dir.path());
        let child = spawn(&binaries, dir.path());
        let mut server = Self { child, binaries, dir, port: options.port() };
        server.until_ready();
        Some(server)
    }

    fn until_ready(&mut self) {
        step_until("the server takes connections", || {
            // Processes of a server that was killed may be there for a moment; beside them it does not start.
            if self.child.try_wait().unwrap().is_some() {
                self.child = spawn(&self.binaries, self.dir.path());
            }
            let status = fs::read_to_string(self.dir.path().join("data/postmaster.pid")).ok()?;
            let own = status.lines().next() == Some(&self.child.id().to_string());
            let ready = status.lines().nth(7).is_some_and(|line| ["ready", "standby"].contains(&line.trim()));
            (own && ready).then_some(())
        });
    }

    /// Ends it as a power cut does, and starts it again on what is on disk.
    pub fn kill_and_start_again(&mut self) {
        self.kill();
        self.start_again();
    }

    /// Ends it as a power cut does.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts what was killed on what is on disk.
    pub fn start_again(&mut self) {
        self.child = spawn(&self.binaries, self.dir.path());
        self.until_ready();
    }

    /// Starts a server that follows this one, which from now on acknowledges only what is on both disks.
    pub async fn replica(&self, options: &ServerOptions) -> Self {
        let dir = TempDir::with_prefix("paydesk-pg-").unwrap();
        give_away(dir.path());
        let source = format!("{} password={SUPERUSER_PASSWORD}", self.keywords(SUPERUSER));
        let mut backup = command(&self.binaries.join("pg_basebackup"));
        backup.args(["-R", "-X", "stream", "-c", "fast", "-d", &source, "-D"]).arg(dir.path().join("data"));
        let output = backup.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let configuration = dir.path().join("data/postgresql.conf");
        fs::write(&configuration, settings(dir.path(), options)).unwrap();
        give_away(&configuration);
        let child = spawn(&self.binaries, dir.path());
        let mut replica = Self { child, binaries: self.binaries.clone(), dir, port: options.port() };
        replica.until_ready();
        let superuser = self.superuser().await;
        superuser.batch_execute("ALTER SYSTEM SET synchronous_standby_names = '*'").await.unwrap();
        superuser.batch_execute("SELECT pg_reload_conf()").await.unwrap();
        let sql = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        while superuser.query_one(sql, &[]).await.unwrap().get::<_, i64>(0) == 0 {}
        replica
    }

    /// Makes a replica the server that takes changes.
    pub async fn promote(&self) {
        let superuser = self.superuser().await;
        assert!(superuser.query_one("SELECT pg_promote()", &[]).await.unwrap().get::<_, bool>(0));
    }

    /// The address as the programs of PostgreSQL take it.
    fn keywords(&self, user: &str) -> String {
        format!("host={} port={} user={user}", self.dir.path().display(), self.port)
    }

    /// Starts it again as a replica that has lost its primary: it is read from, and takes no changes.
    pub fn become_replica(&mut self) {
        let file = self.dir.path().join("data/standby.signal");
        fs::write(&file, "").unwrap();
        give_away(&file);
        self.kill_and_start_again();
    }

    /// Over its Unix socket.
    pub fn url(&self, user: &str) -> String {
        format!("postgresql:///postgres?user={user}&host={}&port={}", self.dir.path().display(), self.port)
    }

    pub fn address(&self, user: &str) -> TeamAddress {
        TeamAddress::parse(&self.url(user)).unwrap()
    }

    /// The address of this server and another, in this order.
    pub fn url_with(&self, other: &Self, user: &str) -> String {
        let [first, second] = [self, other].map(|server| server.dir.path().display().to_string());
        let ports = format!("{},{}", self.port, other.port);
        format!("postgresql:///postgres?user={user}&host={first},{second}&port={ports}")
    }

    /// What the server logged.
    pub fn log(&self) -> String {
        fs::read_to_string(self.dir.path().join("log")).unwrap()
    }

    /// A plain connection of the client library: for what the program has no function for.
    pub async fn plain(&self, user: &str, password: &str) -> tokio_postgres::Client {
        let mut config: tokio_postgres::Config = self.url(user).parse().unwrap();
        let (client, connection) = config.password(password).connect(tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client
    }

    pub async fn superuser(&self) -> tokio_postgres::Client {
        self.plain(SUPERUSER, SUPERUSER_PASSWORD).await
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // At once, but so that it removes its shared memory.
        if let Some(pid) = Pid::from_raw(self.child.id().cast_signed()) {
            let _ = rustix::process::kill_process(pid, Signal::QUIT);
        }
        let _ = self.child.wait();
    }
}

/// A port that nothing listens on, at this moment.
pub fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The password of a person in the tests.
pub fn password_of(user: &str) -> SecretText {
    SecretText::new(format!("password-of-{user}"))
}

/// A server with the records of a team that has one profile.
pub struct Team {
    pub server: Postgres,
    pub profile: TeamProfileId,
}

impl Team {
    pub async fn start(test: &str) -> Option<Self> {
        Self::start_with(test, &ServerOptions::default()).await
    }

    pub async fn start_with(test: &str, options: &ServerOptions) -> Option<Self> {
        let server = Postgres::start_with(test, options)?;
        let (address, password) = (server.address(SUPERUSER), password_of(SUPERUSER));
        schema::init(&address, Some(&password), TeamLimits::default()).await.unwrap();
        let profile = owner(&server).await.add_profile("Shop", Environment::Sandbox, "https://api.example.com").await;
        Some(Self { server, profile: profile.unwrap() })
    }

    pub async fn owner(&self) -> TeamConnection {
        owner(&self.server).await
    }

    /// Makes a person a member of the first profile, with a login where there is none, and connects as that person.
    pub async fn join(&self, user: &str, role: TeamRole) -> TeamConnection {
        let owner = self.owner().await;
        if !owner.has_login(user).await.unwrap() {
            owner.create_login(user, &password_of(user)).await.unwrap();
        }
        owner.set_member(self.profile, user, role).await.unwrap();
        self.connect(user).await.unwrap()
    }

    pub async fn connect(&self, user: &str) -> Result<TeamConnection, TeamError> {
        TeamConnection::open(&self.server.address(user), Some(&password_of(user)), TeamLimits::default()).await
    }

    /// The same with a desk that the team has seen.
    pub async fn desk(&self, user: &str, role: TeamRole) -> (TeamConnection, DeskId) {
        let (connection, desk) = (self.join(user, role).await, DeskId::random());
        connection.see_desk(self.profile, desk, "test", "0").await.unwrap();
        (connection, desk)
    }
}

async fn owner(server: &Postgres) -> TeamConnection {
    let (address, password) = (server.address(SUPERUSER), password_of(SUPERUSER));
    TeamConnection::open(&address, Some(&password), TeamLimits::default()).await.unwrap()
}

/// Where `initdb` and `postgres` are: the newest, or the one that is found by its name.
fn binaries() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut packaged: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .collect();
    packaged.sort_by_key(|dir| dir.parent().and_then(|dir| dir.file_name()?.to_str()?.parse::<u32>().ok()));
    let all = packaged.into_iter().rev().chain(std::env::split_paths(&path));
    all.into_iter().find(|dir| ["initdb", "postgres"].iter().all(|name| dir.join(name).is_file()))
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A command of the server, as a user that it accepts.
fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    // The directory of the tests may be closed to that user.
    command.current_dir("/").env("LC_ALL", "C.UTF-8");
    command
}

fn give_away(path: &Path) {
    if is_root() {
        chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
    }
}

/// The data directory of a server that never ran; made by the first test that needs it.
fn template(binaries: &Path) -> PathBuf {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let version = fs::canonicalize(binaries).unwrap();
    let name = version.to_string_lossy().replace('/', "-");
    let template = kept.join(format!("postgres{name}-{}", rustix::process::geteuid().as_raw()));
    let lock = File::create(template.with_extension("lock")).unwrap();
    lock.lock().unwrap();
    if !template.exists() {
        let dir = TempDir::with_prefix("paydesk-pg-").unwrap();
        give_away(dir.path());
        let (data, secret) = (dir.path().join("data"), dir.path().join("password"));
        fs::write(&secret, SUPERUSER_PASSWORD).unwrap();
        give_away(&secret);
        let mut initdb = command(&binaries.join("initdb"));
        initdb.arg("-D").arg(&data).args(["-U", SUPERUSER, "-A", "scram-sha-256", "-E", "UTF8", "--no-sync"]);
        // A small directory is quick to copy.
        initdb.arg("--wal-segsize=1");
        let output = initdb.arg("--pwfile").arg(&secret).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let unfinished = template.with_extension("unfinished");
        let _ = fs::remove_dir_all(&unfinished);
        copy(&data, &unfinished);
        fs::rename(&unfinished, &template).unwrap();
    }
    template
}

/// With owners and permissions.
fn copy(from: &Path, to: &Path) {
    let output = Command::new("cp").arg("-a").arg(from).arg(to).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn settings(dir: &Path, options: &ServerOptions) -> String {
    let durable = if options.is_durable { "on" } else { "off" };
    let listen = if options.port.is_some() { "127.0.0.1" } else { "" };
    format!(
        "unix_socket_directories = '{}'\nlisten_addresses = '{listen}'\nport = {}\nfsync = {durable}\n\
         full_page_writes = {durable}\nmax_connections = 60\nshared_buffers = 16MB\nmax_wal_size = 64MB\nmin_wal_size = 2MB\n{}\n",
        dir.display(),
        options.port(),
        options.settings
    )
}

fn spawn(binaries: &Path, dir: &Path) -> Child {
    let log = File::options().create(true).append(true).open(dir.join("log")).unwrap();
    let mut server = command(&binaries.join("postgres"));
    server.arg("-D").arg(dir.join("data")).stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
    server.spawn().unwrap()
}
