import Foundation

/// The kinds of languages of an item.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable {
    /// The language is spoken.
    case audible = 0
    /// The language is written.
    case legible = 1
}

/// A language that an item can be heard or read in.
open class MPNowPlayingInfoLanguageOption: NSObject {
    /// The tags of options that leave the choice to the system.
    private static let automatic = "automatic"

    /// Whether it is heard or read.
    public let languageOptionType: MPNowPlayingInfoLanguageOptionType
    /// The language in the tags of BCP 47.
    public let languageTag: String?
    /// Values `MPLanguageOptionCharacteristic…` of the language.
    public let languageOptionCharacteristics: [String]?
    /// The name to show.
    public let displayName: String?
    /// The program's name for the option.
    public let identifier: String?

    /// Makes an object of these values.
    public init(
        type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String,
        characteristics languageOptionCharacteristics: [String]?, displayName: String, identifier: String
    ) {
        (self.languageOptionType, self.languageTag) = (languageOptionType, languageTag)
        self.languageOptionCharacteristics = languageOptionCharacteristics
        (self.displayName, self.identifier) = (displayName, identifier)
    }

    /// Returns whether the option leaves the spoken language to the system: it has no tag.
    open func isAutomaticAudibleLanguageOption() -> Bool { languageOptionType == .audible && isAutomatic }

    /// Returns whether the option leaves the written language to the system: it has no tag.
    open func isAutomaticLegibleLanguageOption() -> Bool { languageOptionType == .legible && isAutomatic }

    private var isAutomatic: Bool { (languageTag ?? "").isEmpty || languageTag == Self.automatic }
}

/// Languages of which one is chosen at a time.
open class MPNowPlayingInfoLanguageOptionGroup: NSObject {
    /// The languages of the group.
    public let languageOptions: [MPNowPlayingInfoLanguageOption]
    /// The option that is chosen without the person.
    public let defaultLanguageOption: MPNowPlayingInfoLanguageOption?
    /// Whether none needs to be chosen.
    public let allowEmptySelection: Bool

    /// Makes an object of these values.
    public init(
        languageOptions: [MPNowPlayingInfoLanguageOption], defaultLanguageOption: MPNowPlayingInfoLanguageOption?,
        allowEmptySelection: Bool
    ) {
        self.languageOptions = languageOptions
        self.defaultLanguageOption = defaultLanguageOption
        self.allowEmptySelection = allowEmptySelection
    }
}
