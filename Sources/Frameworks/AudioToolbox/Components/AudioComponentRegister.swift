import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoMedia

/// Posted after a program has registered a component.
public var kAudioComponentRegistrationsChangedNotification: CFString {
    "kAudioComponentRegistrationsChangedNotification" as NSString
}

/// Posted when the own process of an LV2 or CLAP plug-in has ended, or was stopped because a block did not end.
///
/// The object is the `AUAudioUnit`, whose output is silence from then on. The user info has the reason under
/// `NSLocalizedDescriptionKey`. Posted on a thread of Sordino.
public var kAudioComponentInstanceInvalidationNotification: CFString {
    "kAudioComponentInstanceInvalidationNotification" as NSString
}

/// Registers a component in this process: a unit, or a codec of the types `kAudioEncoderComponentType` and
/// `kAudioDecoderComponentType`.
///
/// The factory makes its instances, whose functions are found by the selectors `kAudioUnit…Select` or
/// `kAudioCodec…Select`. A unit can be used like any other, also in graphs and engines. A codec can be used by the
/// functions of `AudioCodec`, and by converters and files for data formats without a built-in codec.
///
/// - Parameters:
///   - inDesc: The codes. A component with the same codes is replaced.
///   - inName: Manufacturer, colon, name.
///   - inVersion: Major, minor and bug fix as 0xMMMMmmbb.
///   - inFactory: Makes the interface of a new instance.
@discardableResult
public func AudioComponentRegister(
    _ inDesc: UnsafePointer<AudioComponentDescription>, _ inName: CFString, _ inVersion: UInt32,
    _ inFactory: @escaping AudioComponentFactoryFunction
) -> AudioComponent {
    var description = inDesc.pointee
    description.componentFlagsMask = 0
    let component = RegisteredComponent(
        description, name: inName as String, version: inVersion, maker: .functions(inFactory))
    ComponentRegistry.shared.register(component)
    if component.isCodec {
        let added = AddedCodec(
            id: FourCC(rawValue: description.componentSubType), name: component.unitName,
            make: { PlugInCodec.session(component) })
        Codecs.add(added, isEncoder: description.componentType == kAudioEncoderComponentType)
    }
    return component.handle
}

/// Returns whether an instance implements a function.
///
/// - Parameter inSelectorID: One of `kAudioUnit…Select`, `kAudioOutputUnit…Select`, `kAudioCodec…Select`.
@discardableResult
public func AudioComponentInstanceCanDo(_ inInstance: AudioComponentInstance, _ inSelectorID: Int16) -> Bool {
    ComponentInstance.behind(inInstance)?.canDo(Int(inSelectorID)) ?? false
}
