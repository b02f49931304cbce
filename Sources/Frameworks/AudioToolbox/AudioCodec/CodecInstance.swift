import CoreAudioTypes
import Foundation

/// An instance of a codec, either built in or made of a program's functions.
class CodecInstance: ComponentInstance, @unchecked Sendable {
    private let registered: RegisteredComponent

    init(_ component: RegisteredComponent) {
        registered = component
        super.init()
    }

    /// Makes an instance of a component.
    static func make(_ component: RegisteredComponent) throws -> CodecInstance {
        switch component.maker {
        case .codec(let codec):
            return HouseCodec(
                component, codec, isEncoder: component.description.componentType == kAudioEncoderComponentType)
        case .functions(let factory): return try PlugInCodec(component, factory)
        case .builtIn, .subclass, .plugIn:
            throw UnitError.error(UnitError.invalidComponent, because: "\(component.name) is no codec")
        }
    }

    /// Returns the codec of a handle; nil if the handle is an audio unit's.
    static func of(_ handle: AudioCodec) -> CodecInstance? { behind(handle) as? CodecInstance }

    override var component: RegisteredComponent { registered }

    func propertyInfo(
        _ id: AudioCodecPropertyID, _ size: UnsafeMutablePointer<UInt32>?,
        _ isWritable: UnsafeMutablePointer<DarwinBoolean>?
    ) -> OSStatus { PlugIn.missing }

    func property(
        _ id: AudioCodecPropertyID, _ size: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutableRawPointer
    ) -> OSStatus { PlugIn.missing }

    func setProperty(_ id: AudioCodecPropertyID, _ size: UInt32, _ data: UnsafeRawPointer) -> OSStatus {
        PlugIn.missing
    }

    func initialize(
        _ input: UnsafePointer<AudioStreamBasicDescription>?, _ output: UnsafePointer<AudioStreamBasicDescription>?,
        _ cookie: UnsafeRawPointer?, _ cookieSize: UInt32
    ) -> OSStatus { PlugIn.missing }

    func uninitialize() -> OSStatus { PlugIn.missing }

    func append(
        _ data: UnsafeRawPointer, _ byteCount: UnsafeMutablePointer<UInt32>,
        _ packetCount: UnsafeMutablePointer<UInt32>, _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
    ) -> OSStatus { PlugIn.missing }

    func produce(
        _ data: UnsafeMutableRawPointer, _ byteCount: UnsafeMutablePointer<UInt32>,
        _ packetCount: UnsafeMutablePointer<UInt32>,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ state: UnsafeMutablePointer<UInt32>
    ) -> OSStatus { PlugIn.missing }

    func reset() -> OSStatus { PlugIn.missing }

    /// Appends a list, if the codec has a function for lists.
    func append(
        _ list: UnsafePointer<AudioBufferList>, _ packetCount: UnsafeMutablePointer<UInt32>,
        _ descriptions: UnsafePointer<AudioStreamPacketDescription>?, _ taken: UnsafeMutablePointer<UInt32>
    ) -> OSStatus? { nil }

    /// Fills a list, if the codec has a function for lists.
    func produce(
        _ list: UnsafeMutablePointer<AudioBufferList>, _ packetCount: UnsafeMutablePointer<UInt32>,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ state: UnsafeMutablePointer<UInt32>
    ) -> OSStatus? { nil }
}
