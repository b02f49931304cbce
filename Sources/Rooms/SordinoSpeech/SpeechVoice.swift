import CSpeech
import Glibc

/// A voice of espeak-ng.
package struct SpeechVoice: Hashable, Sendable {
    /// Male, female or neither, as the voice says of itself.
    package enum Gender: Int, Sendable { case none, male, female }

    /// As espeak-ng names it, such as "gmw/en-US".
    package var name: String
    /// For people, such as "English (America)".
    package var title: String
    /// A BCP 47 tag, such as "en-US".
    package var language: String
    package var gender: Gender

    /// The prefix of identifiers of voices.
    private static let prefix = "org.sordino.speech."
    /// The identifier for programs, such as "org.sordino.speech.gmw.en-US".
    package var identifier: String { Self.prefix + name.split(separator: "/").joined(separator: ".") }

    init?(_ row: cspeech_voice) {
        var row = row
        let name = Self.text(&row.identifier)
        // Voices of MBROLA need programs and data that are seldom there.
        guard !name.isEmpty, !name.hasPrefix("mb/") else { return nil }
        self.name = name
        title = Self.text(&row.name)
        language = Self.tag(Self.text(&row.language))
        gender = Gender(rawValue: Int(row.gender)) ?? .none
    }

    private static func text<Field>(_ field: inout Field) -> String {
        withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    // MARK: Languages

    /// The tag of a language as Apple writes it: with a region where the language has a usual one.
    static func tag(_ language: String) -> String {
        let known = language.lowercased()
        if let usual = usualRegions[known] { return usual }
        let parts = known.split(separator: "-").map(String.init)
        guard parts.count > 1 else { return known }
        return parts[0] + "-" + parts.dropFirst().map { $0.count == 2 ? $0.uppercased() : $0 }.joined(separator: "-")
    }

    private static let usualRegions: [String: String] = {
        let pairs = """
            ar-SA bg-BG ca-ES cs-CZ cy-GB da-DK de-DE el-GR es-ES et-EE fa-IR fi-FI fr-FR ga-IE he-IL hi-IN hr-HR hu-HU \
            id-ID is-IS it-IT ja-JP ko-KR lt-LT lv-LV ms-MY nb-NO nl-NL pl-PL pt-PT ro-RO ru-RU sk-SK sl-SI sv-SE th-TH \
            tr-TR uk-UA vi-VN
            """
        var table = ["en": "en-GB", "fr-fr": "fr-FR", "cmn": "zh-CN", "yue": "zh-HK", "es-419": "es-MX"]
        for tag in pairs.split(separator: " ") { table[String(tag.prefix { $0 != "-" })] = String(tag) }
        return table
    }()

    /// The language of the user, from the environment; "en-US" where it says nothing.
    package static var currentLanguage: String {
        for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let value = getenv(variable) else { continue }
            let name = String(cString: value).prefix { $0 != "." && $0 != "@" }
            if name.isEmpty || name == "C" || name == "POSIX" { continue }
            return tag(name.split(separator: "_").joined(separator: "-"))
        }
        return "en-US"
    }

    /// The voice for a language: of exactly this tag, else of the language in its usual region or any.
    package static func best(for language: String, among voices: [SpeechVoice]) -> SpeechVoice? {
        let wanted = language.lowercased().split(separator: "_").joined(separator: "-")
        if let exact = voices.first(where: { $0.language.lowercased() == wanted }) { return exact }
        let base = wanted.prefix { $0 != "-" }
        guard !base.isEmpty else { return nil }
        let usual = base == "en" ? "en-us" : tag(String(base)).lowercased()
        return voices.first { $0.language.lowercased() == usual }
            ?? voices.first { $0.language.lowercased().prefix { $0 != "-" } == base }
    }
}
