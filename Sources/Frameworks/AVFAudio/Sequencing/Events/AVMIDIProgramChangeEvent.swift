import Foundation
import SordinoMIDI

/// The choice of a program.
///
/// - Source: Apple, AVFAudio, `AVMIDIProgramChangeEvent`.
open class AVMIDIProgramChangeEvent: AVMIDIChannelEvent {
    /// The program, 0 to 127.
    open var programNumber: UInt32

    /// Makes a choice of a program, 0 to 127.
    public init(channel: UInt32, programNumber: UInt32) {
        self.programNumber = programNumber
        super.init(channel: channel)
    }

    override var stored: SequenceEvent.Kind? {
        message(.programChange, programNumber)
    }
}
