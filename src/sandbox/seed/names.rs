//! Names of the shop's customers, in the scripts the world writes them in, with a Latin form for addresses of mail.

/// Where a customer is at locale: currency, names, phone.
#[derive(Debug)]
pub struct Locale {
    pub currency: &'static str,
    pub country: &'static str,
    pub phone_country_code: &'static str,
    /// Family name first.
    pub family_first: bool,
    /// Given names: as written, and in Latin letters.
    pub given: &'static [(&'static str, &'static str)],
    pub family: &'static [(&'static str, &'static str)],
    pub mail_hosts: &'static [&'static str],
}

/// Homes by weight: most customers of the shop live in the United States and in Europe.
pub const LOCALES: [(u64, &Locale); 13] = [
    (30, &UNITED_STATES),
    (16, &GERMANY),
    (8, &FRANCE),
    (6, &POLAND),
    (4, &GREECE),
    (16, &BRITAIN),
    (12, &JAPAN),
    (3, &UKRAINE),
    (3, &CHINA),
    (6, &KUWAIT),
    (2, &KOREA),
    (2, &ISRAEL),
    (2, &INDIA),
];

const UNITED_STATES: Locale = Locale {
    currency: "USD",
    country: "US",
    phone_country_code: "+1",
    family_first: false,
    given: &[
        ("Olivia", "olivia"),
        ("Noah", "noah"),
        ("Camila", "camila"),
        ("Jamal", "jamal"),
        ("Priya", "priya"),
        ("Ethan", "ethan"),
        ("Grace", "grace"),
        ("Mateo", "mateo"),
        ("Hannah", "hannah"),
        ("Tyler", "tyler"),
    ],
    family: &[
        ("Johnson", "johnson"),
        ("García", "garcia"),
        ("Washington", "washington"),
        ("Patel", "patel"),
        ("O’Brien", "obrien"),
        ("Kowalski", "kowalski"),
        ("Nguyễn", "nguyen"),
        ("Miller", "miller"),
        ("Rodríguez", "rodriguez"),
        ("Clark", "clark"),
    ],
    mail_hosts: &["mail.example", "post.example", "inbox.example"],
};

const GERMANY: Locale = Locale {
    currency: "EUR",
    country: "DE",
    phone_country_code: "+49",
    family_first: false,
    given: &[
        ("Jürgen", "juergen"),
        ("Anneliese", "anneliese"),
        ("Björn", "bjoern"),
        ("Katharina", "katharina"),
        ("Emre", "emre"),
        ("Lena", "lena"),
        ("Søren", "soeren"),
        ("Mia", "mia"),
    ],
    family: &[
        ("Müller", "mueller"),
        ("Weiß", "weiss"),
        ("Schröder", "schroeder"),
        ("Yılmaz", "yilmaz"),
        ("Großmann", "grossmann"),
        ("Becker", "becker"),
        ("von der Heide", "vonderheide"),
        ("Jäger", "jaeger"),
    ],
    mail_hosts: &["post.example", "brief.example"],
};

const FRANCE: Locale = Locale {
    currency: "EUR",
    country: "FR",
    phone_country_code: "+33",
    family_first: false,
    given: &[
        ("Élodie", "elodie"),
        ("François", "francois"),
        ("Zoé", "zoe"),
        ("Noël", "noel"),
        ("Chloé", "chloe"),
        ("Loïc", "loic"),
    ],
    family: &[
        ("Lefèvre", "lefevre"),
        ("D’Angelo", "dangelo"),
        ("Benoît", "benoit"),
        ("Chevalier", "chevalier"),
        ("Mercier", "mercier"),
        ("Ibañez", "ibanez"),
    ],
    mail_hosts: &["courrier.example", "poste.example"],
};

const POLAND: Locale = Locale {
    currency: "EUR",
    country: "PL",
    phone_country_code: "+48",
    family_first: false,
    given: &[
        ("Łukasz", "lukasz"),
        ("Małgorzata", "malgorzata"),
        ("Agnieszka", "agnieszka"),
        ("Paweł", "pawel"),
        ("Žaneta", "zaneta"),
    ],
    family: &[
        ("Wiśniewski", "wisniewski"),
        ("Dąbrowska", "dabrowska"),
        ("Wójcik", "wojcik"),
        ("Svobodová", "svobodova"),
        ("Źrebiec", "zrebiec"),
    ],
    mail_hosts: &["poczta.example"],
};

const GREECE: Locale = Locale {
    currency: "EUR",
    country: "GR",
    phone_country_code: "+30",
    family_first: false,
    given: &[
        ("Ελένη", "eleni"),
        ("Γιώργος", "giorgos"),
        ("Δήμητρα", "dimitra"),
        ("Νίκος", "nikos"),
        ("Αθηνά", "athina"),
    ],
    family: &[
        ("Παπαδόπουλος", "papadopoulos"),
        ("Γεωργίου", "georgiou"),
        ("Νικολαΐδης", "nikolaidis"),
        ("Οικονόμου", "oikonomou"),
    ],
    mail_hosts: &["tachydromio.example"],
};

const BRITAIN: Locale = Locale {
    currency: "GBP",
    country: "GB",
    phone_country_code: "+44",
    family_first: false,
    given: &[
        ("Amelia", "amelia"),
        ("Oliver", "oliver"),
        ("Aoife", "aoife"),
        ("Rhys", "rhys"),
        ("Aisha", "aisha"),
        ("Callum", "callum"),
        ("Imogen", "imogen"),
        ("Zadie", "zadie"),
    ],
    family: &[
        ("Smith", "smith"),
        ("Llewellyn", "llewellyn"),
        ("MacDonald", "macdonald"),
        ("Khan", "khan"),
        ("Ashworth", "ashworth"),
        ("Ó Súilleabháin", "osuilleabhain"),
        ("Bennett-Hughes", "bennetthughes"),
        ("Okafor", "okafor"),
    ],
    mail_hosts: &["post.example", "letterbox.example"],
};

const JAPAN: Locale = Locale {
    currency: "JPY",
    country: "JP",
    phone_country_code: "+81",
    family_first: true,
    given: &[
        ("陽子", "yoko"),
        ("大輔", "daisuke"),
        ("さくら", "sakura"),
        ("健太", "kenta"),
        ("美咲", "misaki"),
        ("アンナ", "anna"),
        ("翔", "sho"),
    ],
    family: &[
        ("佐藤", "sato"),
        ("鈴木", "suzuki"),
        ("高橋", "takahashi"),
        ("渡辺", "watanabe"),
        ("小林", "kobayashi"),
        ("齋藤", "saito"),
    ],
    mail_hosts: &["yubin.example", "tegami.example"],
};

const UKRAINE: Locale = Locale {
    currency: "EUR",
    country: "UA",
    phone_country_code: "+380",
    family_first: false,
    given: &[("Олена", "olena"), ("Тарас", "taras"), ("Юрій", "yurii"), ("Мілена", "milena"), ("Ярослав", "yaroslav")],
    family: &[("Шевченко", "shevchenko"), ("Коваленко", "kovalenko"), ("Ткачук", "tkachuk"), ("Петрова", "petrova")],
    mail_hosts: &["poshta.example"],
};

const CHINA: Locale = Locale {
    currency: "USD",
    country: "CN",
    phone_country_code: "+86",
    family_first: true,
    given: &[("伟", "wei"), ("小红", "xiaohong"), ("秀英", "xiuying"), ("俊杰", "junjie")],
    family: &[("王", "wang"), ("李", "li"), ("欧阳", "ouyang"), ("陈", "chen")],
    mail_hosts: &["youjian.example"],
};

const KUWAIT: Locale = Locale {
    currency: "KWD",
    country: "KW",
    phone_country_code: "+965",
    family_first: false,
    given: &[("فاطمة", "fatima"), ("محمد", "mohammed"), ("نورة", "noura"), ("خالد", "khaled")],
    family: &[("الصباح", "alsabah"), ("العنزي", "alenezi"), ("المطيري", "almutairi"), ("الخالد", "alkhaled")],
    mail_hosts: &["barid.example"],
};

const KOREA: Locale = Locale {
    currency: "USD",
    country: "KR",
    phone_country_code: "+82",
    family_first: true,
    given: &[("민준", "minjun"), ("서연", "seoyeon"), ("지우", "jiwoo"), ("하은", "haeun")],
    family: &[("김", "kim"), ("이", "lee"), ("박", "park"), ("최", "choi")],
    mail_hosts: &["pyeonji.example"],
};

const ISRAEL: Locale = Locale {
    currency: "EUR",
    country: "IL",
    phone_country_code: "+972",
    family_first: false,
    given: &[("ליאורה", "liora"), ("דוד", "david"), ("נועה", "noa"), ("אבי", "avi")],
    family: &[("כהן", "cohen"), ("לוי", "levi"), ("מזרחי", "mizrahi")],
    mail_hosts: &["doar.example"],
};

const INDIA: Locale = Locale {
    currency: "GBP",
    country: "IN",
    phone_country_code: "+91",
    family_first: false,
    given: &[("देविका", "devika"), ("अर्जुन", "arjun"), ("मीरा", "meera"), ("রবি", "robi"), ("கவிதா", "kavitha")],
    family: &[("शर्मा", "sharma"), ("वर्मा", "verma"), ("মুখার্জি", "mukherjee"), ("சுந்தரம்", "sundaram")],
    mail_hosts: &["dak.example"],
};
