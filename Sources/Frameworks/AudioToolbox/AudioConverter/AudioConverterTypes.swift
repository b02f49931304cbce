import CoreAudioTypes

/// A converter; made by `AudioConverterNew`, good until `AudioConverterDispose`.
public typealias AudioConverterRef = OpaquePointer

/// Hands input to a converter that asks for it.
///
/// - Parameters: The converter; on input the packets wanted, on output those handed over, 0 for the end of the input; the
///   list to be pointed at the data; where packets lie, to be set for packets of different sizes, nil else; what the
///   program gave with the call.
/// - Returns: 0; anything else makes the call of the converter return it, after what was finished has been delivered. No
///   data at the moment is told so.
public typealias AudioConverterComplexInputDataProc =
    @convention(c) (
        _ inAudioConverter: AudioConverterRef, _ ioNumberDataPackets: UnsafeMutablePointer<UInt32>,
        _ ioData: UnsafeMutablePointer<AudioBufferList>,
        _ outDataPacketDescription: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
        _ inUserData: UnsafeMutableRawPointer?
    ) -> OSStatus

/// The same on an audio thread: it must not wait.
public typealias AudioConverterComplexInputDataProcRealtimeSafe =
    @convention(c) (
        _ inAudioConverter: AudioConverterRef, _ ioNumberDataPackets: UnsafeMutablePointer<UInt32>,
        _ ioData: UnsafeMutablePointer<AudioBufferList>,
        _ outDataPacketDescription: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
        _ inUserData: UnsafeMutableRawPointer?
    ) -> OSStatus

/// Options for making a converter.
public struct AudioConverterOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// A set of bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No packet of input is kept beside the one that is converted; converters here never do.
    public static var unbuffered: AudioConverterOptions { AudioConverterOptions(rawValue: 0x1_0000) }
}

/// Hands interleaved input of packets of one size to a converter that asks for it.
///
/// No function here takes one; programs that keep such a callback still compile.
public typealias AudioConverterInputDataProc =
    @convention(c) (
        _ inAudioConverter: AudioConverterRef, _ ioDataSize: UnsafeMutablePointer<UInt32>,
        _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer>, _ inUserData: UnsafeMutableRawPointer?
    ) -> OSStatus
