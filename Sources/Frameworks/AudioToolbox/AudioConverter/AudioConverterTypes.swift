import CoreAudioTypes

/// A reference to a converter, made by `AudioConverterNew` and valid until `AudioConverterDispose`.
public typealias AudioConverterRef = OpaquePointer

/// Supplies input to a converter.
///
/// - Parameters: The converter; the packets wanted, to be replaced by those supplied, 0 at the end of the input; the
///   list, to be pointed at the data; the descriptions, to be set for packets of different sizes, else nil; the user
///   data of the call.
/// - Returns: 0. Any other status ends the conversion, which delivers the finished packets and returns that status; a
///   callback without data for the moment supplies 0 packets and returns one.
public typealias AudioConverterComplexInputDataProc =
    @convention(c) (
        _ inAudioConverter: AudioConverterRef, _ ioNumberDataPackets: UnsafeMutablePointer<UInt32>,
        _ ioData: UnsafeMutablePointer<AudioBufferList>,
        _ outDataPacketDescription: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
        _ inUserData: UnsafeMutableRawPointer?
    ) -> OSStatus

/// Supplies input to a converter on an audio thread, and therefore must not wait.
public typealias AudioConverterComplexInputDataProcRealtimeSafe =
    @convention(c) (
        _ inAudioConverter: AudioConverterRef, _ ioNumberDataPackets: UnsafeMutablePointer<UInt32>,
        _ ioData: UnsafeMutablePointer<AudioBufferList>,
        _ outDataPacketDescription: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
        _ inUserData: UnsafeMutableRawPointer?
    ) -> OSStatus

/// Options for making a converter.
public struct AudioConverterOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt32

    /// Makes a set of options from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Buffers no input packet beside the one being converted; no converter here does.
    public static var unbuffered: AudioConverterOptions { AudioConverterOptions(rawValue: 0x1_0000) }
}

/// Supplies interleaved input in packets of one size.
///
/// No function here takes this callback; it exists so that programs that declare one compile.
public typealias AudioConverterInputDataProc =
    @convention(c) (
        _ inAudioConverter: AudioConverterRef, _ ioDataSize: UnsafeMutablePointer<UInt32>,
        _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer>, _ inUserData: UnsafeMutableRawPointer?
    ) -> OSStatus
