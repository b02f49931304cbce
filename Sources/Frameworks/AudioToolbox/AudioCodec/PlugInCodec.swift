import CoreAudioTypes
import Foundation
import SordinoMedia

/// A codec whose work is done by a program's C functions.
final class PlugInCodec: CodecInstance, @unchecked Sendable {
    private let plugIn: PlugIn

    init(_ component: RegisteredComponent, _ factory: AudioComponentFactoryFunction) throws {
        plugIn = try PlugIn(component, factory)
        super.init(component)
        try plugIn.open(as: handle)
    }

    /// Returns a codec that converters and files can use; nil if it cannot be opened.
    static func session(_ component: RegisteredComponent) -> (any CodecSession)? {
        guard case .functions(let factory) = component.maker else { return nil }
        return try? PlugInCodec(component, factory)
    }

    override func canDo(_ selector: Int) -> Bool { plugIn.has(selector) }

    override func propertyInfo(
        _ id: AudioCodecPropertyID, _ size: UnsafeMutablePointer<UInt32>?,
        _ isWritable: UnsafeMutablePointer<DarwinBoolean>?
    ) -> OSStatus {
        let method = plugIn.method(
            Int(kAudioCodecGetPropertyInfoSelect), as: AudioCodecGetPropertyInfoProc.self)
        guard let method else { return PlugIn.missing }
        var byte: UInt8 = 0
        let status = method(plugIn.context, id, size, &byte)
        if status == noErr { isWritable?.pointee = DarwinBoolean(byte != 0) }
        return status
    }

    override func property(
        _ id: AudioCodecPropertyID, _ size: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutableRawPointer
    ) -> OSStatus {
        plugIn.method(Int(kAudioCodecGetPropertySelect), as: AudioCodecGetPropertyProc.self)?(
            plugIn.context, id, size, data) ?? PlugIn.missing
    }

    override func setProperty(_ id: AudioCodecPropertyID, _ size: UInt32, _ data: UnsafeRawPointer) -> OSStatus {
        plugIn.method(Int(kAudioCodecSetPropertySelect), as: AudioCodecSetPropertyProc.self)?(
            plugIn.context, id, size, data) ?? PlugIn.missing
    }

    override func initialize(
        _ input: UnsafePointer<AudioStreamBasicDescription>?, _ output: UnsafePointer<AudioStreamBasicDescription>?,
        _ cookie: UnsafeRawPointer?, _ cookieSize: UInt32
    ) -> OSStatus {
        plugIn.method(Int(kAudioCodecInitializeSelect), as: AudioCodecInitializeProc.self)?(
            plugIn.context, input, output, cookie, cookieSize) ?? PlugIn.missing
    }

    override func uninitialize() -> OSStatus {
        plugIn.method(Int(kAudioCodecUninitializeSelect), as: AudioCodecUninitializeProc.self)?(plugIn.context)
            ?? PlugIn.missing
    }

    override func append(
        _ data: UnsafeRawPointer, _ byteCount: UnsafeMutablePointer<UInt32>,
        _ packetCount: UnsafeMutablePointer<UInt32>, _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
    ) -> OSStatus {
        plugIn.method(Int(kAudioCodecAppendInputDataSelect), as: AudioCodecAppendInputDataProc.self)?(
            plugIn.context, data, byteCount, packetCount, descriptions) ?? PlugIn.missing
    }

    override func produce(
        _ data: UnsafeMutableRawPointer, _ byteCount: UnsafeMutablePointer<UInt32>,
        _ packetCount: UnsafeMutablePointer<UInt32>,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ state: UnsafeMutablePointer<UInt32>
    ) -> OSStatus {
        plugIn.method(Int(kAudioCodecProduceOutputDataSelect), as: AudioCodecProduceOutputPacketsProc.self)?(
            plugIn.context, data, byteCount, packetCount, descriptions, state) ?? PlugIn.missing
    }

    override func reset() -> OSStatus {
        plugIn.method(Int(kAudioCodecResetSelect), as: AudioCodecResetProc.self)?(plugIn.context) ?? PlugIn.missing
    }

    override func append(
        _ list: UnsafePointer<AudioBufferList>, _ packetCount: UnsafeMutablePointer<UInt32>,
        _ descriptions: UnsafePointer<AudioStreamPacketDescription>?, _ taken: UnsafeMutablePointer<UInt32>
    ) -> OSStatus? {
        plugIn.method(Int(kAudioCodecAppendInputBufferListSelect), as: AudioCodecAppendInputBufferListProc.self)?(
            plugIn.context, list, packetCount, descriptions, taken)
    }

    override func produce(
        _ list: UnsafeMutablePointer<AudioBufferList>, _ packetCount: UnsafeMutablePointer<UInt32>,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ state: UnsafeMutablePointer<UInt32>
    ) -> OSStatus? {
        plugIn.method(Int(kAudioCodecProduceOutputBufferListSelect), as: AudioCodecProduceOutputBufferListProc.self)?(
            plugIn.context, list, packetCount, descriptions, state)
    }
}

extension PlugInCodec: CodecSession {
    func initialize(
        _ input: AudioStreamBasicDescription, _ output: AudioStreamBasicDescription, cookie: [UInt8]
    ) -> OSStatus {
        var (input, output) = (input, output)
        return cookie.withUnsafeBytes { initialize(&input, &output, $0.baseAddress, UInt32($0.count)) }
    }

    func append(
        _ bytes: UnsafeRawPointer, byteCount: inout UInt32, packetCount: inout UInt32,
        description: UnsafePointer<AudioStreamPacketDescription>?
    ) -> OSStatus { append(bytes, &byteCount, &packetCount, description) }

    func produce(
        _ bytes: UnsafeMutableRawPointer, byteCount: inout UInt32, packetCount: inout UInt32,
        descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, state: inout UInt32
    ) -> OSStatus { produce(bytes, &byteCount, &packetCount, descriptions, &state) }

    func reset() { _ = (self as CodecInstance).reset() as OSStatus }

    func value(_ property: FourCC) -> [UInt8]? {
        var size: UInt32 = 0
        guard propertyInfo(property.rawValue, &size, nil) == noErr, size < 1 << 20 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        let status = bytes.withUnsafeMutableBytes { raw in
            raw.baseAddress.map { self.property(property.rawValue, &size, $0) } ?? noErr
        }
        guard status == noErr else { return nil }
        return Array(bytes.prefix(Int(size)))
    }
}
