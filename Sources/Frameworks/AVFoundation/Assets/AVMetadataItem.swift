import CoreMedia
import Foundation

/// One piece of metadata: a title, an artist, a picture.
///
/// - Thread: any.
open class AVMetadataItem: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// The contents of an item.
    struct Content {
        var space: AVMetadataKeySpace?
        var key: AVMetadataKey?
        /// Set where it is not made of family and key.
        var identifier: AVMetadataIdentifier?
        var value: (any NSCopying & NSObjectProtocol)?
        var locale: Locale?
        var languageTag: String?
        var dataType: String?
        var extraAttributes: [String: Any]?
        var time = CMTime.invalid
        var duration = CMTime.invalid
    }

    var content: Content

    /// Makes an empty item, to be overridden by a subclass.
    public override init() {
        content = Content()
        super.init()
    }

    init(_ content: Content) {
        self.content = content
        super.init()
    }

    /// Family and key in one name.
    open var identifier: AVMetadataIdentifier? {
        if let identifier = content.identifier { return identifier }
        guard let space = content.space, let key = content.key else { return nil }
        return AVMetadataIdentifier(space, key)
    }
    /// The family of the key.
    open var keySpace: AVMetadataKeySpace? {
        if let space = content.space { return space }
        guard let name = content.identifier?.rawValue.prefix(while: { $0 != "/" }), !name.isEmpty else { return nil }
        return name == "id3" ? .id3 : AVMetadataKeySpace(rawValue: String(name))
    }
    /// The key in its family.
    open var key: (any NSCopying & NSObjectProtocol)? { keyName.map { NSString(string: $0) } }
    /// The key as text; nil if there is none.
    var keyName: String? {
        if let key = content.key { return key.rawValue }
        guard let parts = content.identifier?.rawValue.split(separator: "/", maxSplits: 1), parts.count == 2 else {
            return nil
        }
        return parts[1].removingPercentEncoding ?? parts[1].replacingOccurrences(of: "%A9", with: "\u{A9}")
    }
    /// The key that all kinds of files share; nil if there is none.
    open var commonKey: AVMetadataKey? {
        if keySpace == .common { return keyName.map { AVMetadataKey(rawValue: $0) } }
        return MetadataRow.row(keySpace, keyName)?.common
    }
    /// The value: text, a number or data.
    open var value: (any NSCopying & NSObjectProtocol)? { content.value }
    /// The value, as text; nil if it is none.
    open var stringValue: String? {
        if let text = content.value as? NSString { return text as String }
        return (content.value as? NSNumber)?.stringValue
    }
    /// The value, as a number; nil if it is none.
    open var numberValue: NSNumber? {
        if let number = content.value as? NSNumber { return number }
        return stringValue.flatMap { Double($0) }.map { NSNumber(value: $0) }
    }
    /// The value, as bytes; nil if it has none.
    open var dataValue: Data? { (content.value as? NSData).map { Data(referencing: $0) } }
    /// The value, as a date; nil if it is none.
    open var dateValue: Date? {
        if let date = content.value as? NSDate { return Date(timeIntervalSince1970: date.timeIntervalSince1970) }
        return stringValue.flatMap { ISO8601DateFormatter().date(from: $0) }
    }
    /// The kind of value, as a uniform type identifier or Apple's name.
    open var dataType: String? { content.dataType }
    /// The language that it is meant for.
    open var locale: Locale? { content.locale }
    /// The language that it is meant for, with its region.
    open var extendedLanguageTag: String? { content.languageTag ?? content.locale?.identifier }
    /// Further attributes of the item in its file.
    open var extraAttributes: [String: Any]? { content.extraAttributes }
    /// The time from which it is valid; invalid if it always is.
    open var time: CMTime { content.time }
    /// The time that it is valid for.
    open var duration: CMTime { content.duration }

    /// The kind of metadata it belongs to.
    var format: AVMetadataFormat {
        switch keySpace {
        case .some(.iTunes): .iTunesMetadata
        case .some(.id3): .id3Metadata
        case .some(.audioFile): .audioFileMetadata
        default: .unknown
        }
    }

    /// The same item in the keys that all kinds of files share; nil without such a key.
    var inCommonKeys: AVMetadataItem? {
        guard let common = commonKey else { return nil }
        var content = content
        (content.space, content.key, content.identifier) = (.common, common, nil)
        return AVMetadataItem(content)
    }

    /// Returns the items of an identifier.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] { metadataItems.filter { $0.identifier == identifier } }

    /// Returns the items of a key and a family; nil is any.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        let name = (key as? AVMetadataKey)?.rawValue ?? (key as? String)
        return metadataItems.filter {
            (name == nil || $0.keyName == name || (keySpace == .common && $0.commonKey?.rawValue == name))
                && (keySpace == nil || $0.keySpace == keySpace || (keySpace == .common && $0.commonKey != nil))
        }
    }

    /// Returns the items in the order of languages, without those of others.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredAndSortedAccordingToPreferredLanguages languages: [String]
    ) -> [AVMetadataItem] {
        languages.flatMap { language in metadataItems.filter { $0.extendedLanguageTag == language } }
            + metadataItems.filter { $0.extendedLanguageTag == nil }
    }

    /// Puts a family and a key together.
    open class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
        guard let name = (key as? AVMetadataKey)?.rawValue ?? (key as? String) else { return nil }
        return AVMetadataIdentifier(keySpace, AVMetadataKey(rawValue: name))
    }
}

/// Metadata that a program puts together.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
    /// Family and key in one name.
    open override var identifier: AVMetadataIdentifier? {
        get { super.identifier }
        set { (content.identifier, content.space, content.key) = (newValue, nil, nil) }
    }
    /// The family of the key.
    open override var keySpace: AVMetadataKeySpace? {
        get { super.keySpace }
        set { content.space = newValue }
    }
    /// The key in its family: text.
    open override var key: (any NSCopying & NSObjectProtocol)? {
        get { super.key }
        set { content.key = (newValue as? NSString).map { AVMetadataKey(rawValue: $0 as String) } }
    }
    /// The value: text, number, date or bytes.
    open override var value: (any NSCopying & NSObjectProtocol)? {
        get { super.value }
        set { content.value = newValue }
    }
    /// The kind of value.
    open override var dataType: String? {
        get { super.dataType }
        set { content.dataType = newValue }
    }
    /// The language that it is meant for.
    open override var locale: Locale? {
        get { super.locale }
        set { content.locale = newValue }
    }
    /// The language that it is meant for, with its region.
    open override var extendedLanguageTag: String? {
        get { super.extendedLanguageTag }
        set { content.languageTag = newValue }
    }
    /// Further attributes of the item.
    open override var extraAttributes: [String: Any]? {
        get { super.extraAttributes }
        set { content.extraAttributes = newValue }
    }
    /// The time from which it is valid.
    open override var time: CMTime {
        get { super.time }
        set { content.time = newValue }
    }
    /// The time that it is valid for.
    open override var duration: CMTime {
        get { super.duration }
        set { content.duration = newValue }
    }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
    private static func property<Value>(
        _ name: String, _ read: @escaping (Root) -> Value
    ) -> AVAsyncProperty<Root, Value> { AVAsyncProperty(name, isRead: { _ in true }, read) }

    /// The value: text, a number or data.
    public static var value: AVAsyncProperty<Root, (any NSCopying & NSObjectProtocol)?> {
        property("value") { $0.value }
    }
    /// The value, as text.
    public static var stringValue: AVAsyncProperty<Root, String?> { property("stringValue") { $0.stringValue } }
    /// The value, as a number.
    public static var numberValue: AVAsyncProperty<Root, NSNumber?> { property("numberValue") { $0.numberValue } }
    /// The value, as a date.
    public static var dateValue: AVAsyncProperty<Root, Date?> { property("dateValue") { $0.dateValue } }
    /// The value, as bytes.
    public static var dataValue: AVAsyncProperty<Root, Data?> { property("dataValue") { $0.dataValue } }
    /// Further attributes of the item in its file.
    public static var extraAttributes: AVAsyncProperty<Root, [String: Any]?> {
        property("extraAttributes") { $0.extraAttributes }
    }
}
