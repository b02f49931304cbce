import CoreAudioTypes
import SordinoGraph

/// A destination of tracks: a unit, or client functions, that take MIDI while rendering.
///
/// - Thread: its functions are called on the render thread.
package final class SequenceTarget: Sendable {
    /// Takes a `MIDIBytesMessage`; its time is a frame of the block that comes, from `AUEventSampleTimeImmediate` on.
    let bytes: ClientBlock
    /// Takes a `SequenceParameterMessage`; nil for destinations without parameters.
    let parameter: ClientBlock?
    /// Sets a unit's state, on a thread of its own.
    let setState: (@Sendable (SequencePresetCall) -> Void)?
    /// Sends a message of MIDI 1.0 at a host time in nanoseconds, 0 for at once: a destination that is not rendered.
    ///
    /// Called while the sequencer is served, never on the render thread.
    let send: (@Sendable (UInt64, [UInt8]) -> Void)?
    private let bytesPlace: Held<ClientExchange>
    private let parameterPlace: Held<ClientExchange>?

    /// Makes a destination.
    ///
    /// - Parameters:
    ///   - bytes: Takes a `MIDIBytesMessage`, while rendering.
    ///   - parameter: Takes a `SequenceParameterMessage`, while rendering.
    package init(
        bytes: @escaping MessageBlock, parameter: MessageBlock?,
        setState: (@Sendable (SequencePresetCall) -> Void)?
    ) {
        bytesPlace = Held(ClientExchange(hearing: bytes))
        parameterPlace = parameter.map { Held(ClientExchange(hearing: $0)) }
        self.bytes = bytesPlace.client
        self.parameter = parameterPlace?.client
        self.setState = setState
        send = nil
    }

    /// Makes a destination that is not rendered: messages leave while the sequencer is served, a little ahead of their time.
    ///
    /// - Parameter send: Takes the host time in nanoseconds, 0 for at once, and a whole message.
    package init(sending send: @escaping @Sendable (UInt64, [UInt8]) -> Void) {
        bytesPlace = Held(ClientExchange(hearing: { _ in }))
        parameterPlace = nil
        bytes = bytesPlace.client
        parameter = nil
        setState = nil
        self.send = send
    }

    /// Indicates whether it is an endpoint of MIDI, which is not rendered.
    package var isExternal: Bool { send != nil }
}

/// A client function that is called with client events while rendering.
package final class SequenceUserCall: Sendable {
    private let place: Held<ClientExchange>

    /// Names a block that takes a `SequenceUserMessage`.
    package init(_ block: @escaping MessageBlock) { place = Held(ClientExchange(hearing: block)) }

    /// The block as the render thread calls it; valid as long as this object.
    var block: ClientBlock { place.client }
}

/// A state that a preset event sets.
package struct SequencePresetCall {
    package let scope: UInt32
    package let element: UInt32
    /// The property list of the state.
    package let state: AnyObject
}

/// A parameter's value on its way to a unit.
package struct SequenceParameterMessage {
    /// The frame, as in `MIDIBytesMessage.time`.
    package let time: Int64
    /// Frames over which the value is reached; 0 for at once.
    package let rampFrameCount: UInt32
    package let address: UInt64
    package let value: Float

    @_noAllocation @_noLocks
    init(time: Int64, rampFrameCount: UInt32, address: UInt64, value: Float) {
        self.time = time
        self.rampFrameCount = rampFrameCount
        self.address = address
        self.value = value
    }
}

/// A client event on its way to a client function.
package struct SequenceUserMessage {
    /// The track's number in its sequence.
    package let track: Int
    /// The beat at which the event stands in the track, also when it is repeated.
    package let beat: Double
    /// The beats of the block, of which the last does not belong to it.
    package let sliceStart: Double
    package let sliceEnd: Double
    /// A count of bytes in 32 bits, and these bytes; valid for the length of the call.
    package let data: UnsafeRawPointer

    @_noAllocation @_noLocks
    init(track: Int, beat: Double, sliceStart: Double, sliceEnd: Double, data: UnsafeRawPointer) {
        self.track = track
        self.beat = beat
        self.sliceStart = sliceStart
        self.sliceEnd = sliceEnd
        self.data = data
    }
}
