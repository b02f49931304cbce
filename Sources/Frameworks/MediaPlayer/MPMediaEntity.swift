import Foundation
import SordinoLibrary

/// An item of the library or a list of items.
///
/// Values are those of the library now: an item whose file has gone has none.
open class MPMediaEntity: NSObject {
    let library: MusicLibrary?
    let id: UInt64

    init(_ id: UInt64, _ library: MusicLibrary?) { (self.id, self.library) = (id, library) }

    /// The identifier, which stays the same from one run to the next.
    open var persistentID: MPMediaEntityPersistentID { id }

    /// Returns whether predicates may compare a property.
    open class func canFilter(byProperty property: String) -> Bool {
        property == MPMediaEntityPropertyPersistentID || PropertyFilter.isKnown(property)
    }

    /// Returns the value of a property; nil if there is none.
    open func value(forProperty property: String) -> Any? {
        property == MPMediaEntityPropertyPersistentID ? NSNumber(value: id) : nil
    }

    /// The value of a property named by a `String`.
    open subscript(key: Any) -> Any? { (key as? String).flatMap { value(forProperty: $0) } }

    /// Calls a block with the values of several properties; properties without a value are left out.
    ///
    /// - Parameter block: May set its third argument to end the calls.
    open func enumerateValues(
        forProperties properties: Set<String>,
        using block: @escaping (String, Any, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var isEnded = ObjCBool(false)
        for property in properties.sorted() {
            guard let value = value(forProperty: property) else { continue }
            block(property, value, &isEnded)
            if isEnded.boolValue { return }
        }
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MPMediaEntity, id != 0 else { return (object as AnyObject?) === self }
        return other.id == id && type(of: other) == type(of: self)
    }

    open override var hash: Int { Int(truncatingIfNeeded: id) }
}
