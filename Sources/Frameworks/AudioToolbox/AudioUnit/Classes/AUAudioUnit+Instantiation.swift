import AVAudioTypes
import CClassMaking
import CoreAudioTypes
import Foundation
import SordinoRealtime

extension AUAudioUnit {
    /// Makes a built-in unit or one of a registered subclass, and passes it to a block.
    ///
    /// - Parameters:
    ///   - componentDescription: The codes of the unit.
    ///   - options: Passed to a subclass. LV2 and CLAP plug-ins run in a process of their own with
    ///     `.loadOutOfProcess`; all other units run in the program's process.
    ///   - completionHandler: Called once on another thread, with the unit or with an error: -3000 in
    ///     `NSOSStatusErrorDomain` for unknown codes, else the error of the subclass.
    public class func instantiate(
        with componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping @Sendable (AUAudioUnit?, (any Error)?) -> Void
    ) {
        let kind = Lent(self)
        DispatchQueue.global().async {
            do {
                completionHandler(try kind.value.make(componentDescription, options), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Makes a built-in unit or one of a registered subclass.
    ///
    /// - Throws: -3000 in `NSOSStatusErrorDomain` for unknown codes, else the error of the subclass.
    @discardableResult
    public class func instantiate(
        with componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) async throws -> sending AUAudioUnit {
        let made = Lent(try make(componentDescription, options))
        return made.value
    }

    /// Registers a program's subclass under codes, in this process; it replaces a unit with the same codes.
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

    /// Makes a unit on the calling thread.
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
        case .plugIn(let plugIn):
            return AUAudioUnitV2Bridge(backing: try LinuxPlugInBacking(component, plugIn, options))
        case .codec:
            throw UnitError.error(UnitError.invalidComponent, because: "\(component.name) is a codec and no unit")
        }
    }
}

/// Makes objects of subclasses that are known only at run time.
///
/// Swift requires such classes to declare their initialiser `required`, which clients' units do not. The initialiser of
/// a subclass is in the method table at the index of that of the base class, which is found by comparison with a
/// subclass that overrides it.
enum SubclassMaking {
    private final class Probe: AUAudioUnit {
        override init(
            componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
        ) throws { try super.init(componentDescription: componentDescription, options: options) }
    }

    /// The index of the initialiser, in words from the address point of the class object.
    private static let slot: Int = {
        let base = table(of: AUAudioUnit.self)
        let probe = table(of: Probe.self)
        let inherited = table(of: NSObject.self).count
        // Methods are in the order of declaration, this initialiser before any other.
        guard let place = (inherited..<base.count).first(where: { base[$0] != probe[$0] }) else {
            preconditionFailure("the initialiser of AUAudioUnit has no place in its table")
        }
        return place
    }()

    /// Returns the words of a class object, from its address point to its end.
    private static func table(of kind: AnyClass) -> UnsafeBufferPointer<UInt> {
        let object = unsafeBitCast(kind, to: UnsafeRawPointer.self)
        // Swift's layout of a class without Objective-C: two pointers, flags, address point and size of instances,
        // alignment, then the size of the class object and the address point in it.
        let fields = object + 2 * MemoryLayout<UInt>.size
        let byteCount = Int((fields + 16).load(as: UInt32.self)) - Int((fields + 20).load(as: UInt32.self))
        return UnsafeBufferPointer(
            start: object.assumingMemoryBound(to: UInt.self), count: byteCount / MemoryLayout<UInt>.size)
    }

    /// Makes an object by `init(componentDescription:options:)` of a class.
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
