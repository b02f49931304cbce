import AVAudioTypes
import CClassMaking
import CoreAudioTypes
import Foundation

extension AUAudioUnit {
    /// Makes a unit of the house or of a registered subclass, and hands it to a block.
    ///
    /// - Parameters:
    ///   - componentDescription: Its codes.
    ///   - options: Units run in the program's own process whatever is asked.
    ///   - completionHandler: Called once on another thread, with the unit or with why there is none: -3000 in
    ///     `NSOSStatusErrorDomain` if nothing has the codes, else what the subclass throws.
    public class func instantiate(
        with componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping @Sendable (AUAudioUnit?, (any Error)?) -> Void
    ) {
        let kind = Boxed(self)
        DispatchQueue.global().async {
            do {
                completionHandler(try kind.value.make(componentDescription, options), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Makes a unit of the house or of a registered subclass.
    ///
    /// - Throws: -3000 in `NSOSStatusErrorDomain` if nothing has the codes, else what the subclass throws.
    @discardableResult
    public class func instantiate(
        with componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) async throws -> sending AUAudioUnit {
        let made = Boxed(try make(componentDescription, options))
        return made.value
    }

    /// Makes a program's own subclass known under codes, in this process; it is found there before any other.
    ///
    /// - Parameters:
    ///   - cls: A subclass of `AUAudioUnit`, whose `init(componentDescription:options:)` makes the objects.
    ///   - componentDescription: The codes.
    ///   - name: Manufacturer, colon, name; such as "Sounds: Tremolo".
    ///   - version: Major, minor and bug fix as 0xMMMMmmbb.
    public class func registerSubclass(
        _ cls: AnyClass, as componentDescription: AudioComponentDescription, name: String, version: UInt32
    ) {
        guard let kind = cls as? AUAudioUnit.Type else {
            stopOnMisuse("required condition is false: \(cls) is a subclass of AUAudioUnit")
        }
        var description = componentDescription
        description.componentFlags |= AudioComponentFlags.isV3AudioUnit.rawValue
        description.componentFlagsMask = 0
        ComponentRegistry.shared.register(
            RegisteredComponent(description, name: name, version: version, maker: .subclass(kind)))
    }

    /// Makes a unit at once.
    package class func make(
        _ description: AudioComponentDescription, _ options: AudioComponentInstantiationOptions = []
    ) throws -> AUAudioUnit {
        guard let component = ComponentRegistry.shared.find(description) else {
            throw UnitError.error(
                UnitError.invalidComponent, because: "no unit has the codes \(description.codes)")
        }
        switch component.maker {
        case .builtIn(let make): return AUAudioUnitV2Bridge(backing: make())
        case .subclass(let kind): return try SubclassMaking.make(kind, component.description, options)
        case .functions(let factory):
            let backing = try PlugInBacking(component, factory)
            let unit = AUAudioUnitV2Bridge(backing: backing)
            if let failure = backing.failure { throw failure }
            return unit
        case .codec:
            throw UnitError.error(UnitError.invalidComponent, because: "\(component.name) is a codec and no unit")
        }
    }
}

/// Carries a value that nobody else has to another thread.
struct Boxed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// Makes objects of subclasses that are known only at run time.
///
/// Swift would ask such classes to declare their initialiser `required`, which clients' units do not. Their initialiser stands in
/// the table of methods where the base class has its own; that place is found by a subclass whose initialiser is another.
enum SubclassMaking {
    private final class Probe: AUAudioUnit {
        override init(
            componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
        ) throws { try super.init(componentDescription: componentDescription, options: options) }
    }

    /// The initialiser's place, in pointers from the class object.
    private static let slot: Int = {
        let base = table(of: AUAudioUnit.self)
        let probe = table(of: Probe.self)
        let inherited = table(of: NSObject.self).count
        // The methods stand as they are declared, this initialiser before any other.
        guard let place = (inherited..<base.count).first(where: { base[$0] != probe[$0] }) else {
            preconditionFailure("the initialiser of AUAudioUnit has no place in its table")
        }
        return place
    }()

    /// A class object as a row of words, from its address point to its end.
    private static func table(of kind: AnyClass) -> UnsafeBufferPointer<UInt> {
        let object = unsafeBitCast(kind, to: UnsafeRawPointer.self)
        // After two pointers: flags, address point and size of instances, alignment, then the class object's size and its address
        // point within that, as Swift lays classes out without Objective-C.
        let fields = object + 2 * MemoryLayout<UInt>.size
        let byteCount = Int((fields + 16).load(as: UInt32.self)) - Int((fields + 20).load(as: UInt32.self))
        return UnsafeBufferPointer(
            start: object.assumingMemoryBound(to: UInt.self), count: byteCount / MemoryLayout<UInt>.size)
    }

    /// Makes an object by the class's `init(componentDescription:options:)`.
    static func make(
        _ kind: AUAudioUnit.Type, _ description: AudioComponentDescription,
        _ options: AudioComponentInstantiationOptions
    ) throws -> AUAudioUnit {
        var error: UnsafeMutableRawPointer?
        let made = SordinoMakeUnit(
            unsafeBitCast(kind as AnyClass, to: UnsafeRawPointer.self), slot, description, options.rawValue, &error)
        if let error { throw unsafeBitCast(error, to: (any Error).self) }
        guard let made else { preconditionFailure("the initialiser of \(kind) gave neither an object nor an error") }
        return Unmanaged<AUAudioUnit>.fromOpaque(made).takeRetainedValue()
    }
}
