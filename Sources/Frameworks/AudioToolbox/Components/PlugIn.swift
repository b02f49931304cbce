import CoreAudioTypes
import Foundation

/// One instance of a component made of C functions: its interface, from opening to closing.
final class PlugIn: @unchecked Sendable {
    private let interface: UnsafeMutablePointer<AudioComponentPlugInInterface>
    private let lookup: @convention(c) (Int16) -> AudioComponentMethod?
    private var isOpen = false

    /// Makes an instance that is not open yet.
    ///
    /// - Throws: `kAudioUnitErr_FailedInitialization` if the factory returns nil.
    init(_ component: RegisteredComponent, _ factory: AudioComponentFactoryFunction) throws {
        var description = component.description
        guard let made = factory(&description) else {
            throw UnitError.error(
                kAudioUnitErr_FailedInitialization, because: "the factory of \(component.name) makes no instance")
        }
        interface = made
        lookup = made.pointee.Lookup
    }

    /// Opens the instance by the component's own function.
    ///
    /// - Parameter instance: The handle that the program holds.
    /// - Throws: The component's error.
    func open(as instance: AudioComponentInstance) throws {
        let status = interface.pointee.Open(context, instance)
        guard status == noErr else { throw UnitError.error(status, because: "the component does not open") }
        isOpen = true
    }

    deinit { if isOpen { _ = interface.pointee.Close(UnsafeMutableRawPointer(interface)) } }

    /// The first argument of every function.
    var context: UnsafeMutableRawPointer { UnsafeMutableRawPointer(interface) }

    /// Returns whether the component has a function for a selector.
    func has(_ selector: Int) -> Bool { Int16(exactly: selector).flatMap(lookup) != nil }

    /// Returns the function of a selector; nil if the component does not have it.
    func method<Function>(_ selector: Int, as type: Function.Type) -> Function? {
        Int16(exactly: selector).flatMap(lookup).map { unsafeBitCast($0, to: type) }
    }
}
