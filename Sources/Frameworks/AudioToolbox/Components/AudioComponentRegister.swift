import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoMedia

/// Posted after a program has registered a component.
public var kAudioComponentRegistrationsChangedNotification: CFString {
    "kAudioComponentRegistrationsChangedNotification" as NSString
}

/// Posted when an instance can no longer be used because its process has ended; never here, where components run in the program.
public var kAudioComponentInstanceInvalidationNotification: CFString {
    "kAudioComponentInstanceInvalidationNotification" as NSString
}

/// Makes a component known in this process: a unit, or a codec of the types `kAudioEncoderComponentType` and
/// `kAudioDecoderComponentType`.
///
/// Its instances are made by the factory, and their functions are found by the selectors `kAudioUnit…Select` or `kAudioCodec…Select`. A
/// unit can be used like every other, in graphs and engines as well. A codec can be used by the functions of `AudioCodec`, and by
/// converters and files, which use it for a data format that is not decoded (or encoded) here without it.
///
/// - Parameters:
///   - inDesc: The codes. Of components with the same codes the last one is found.
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

/// Says whether a function can be called on an instance.
///
/// - Parameter inSelectorID: One of `kAudioUnit…Select`, `kAudioOutputUnit…Select`, `kAudioCodec…Select`.
@discardableResult
public func AudioComponentInstanceCanDo(_ inInstance: AudioComponentInstance, _ inSelectorID: Int16) -> Bool {
    ComponentInstance.behind(inInstance).canDo(Int(inSelectorID))
}
