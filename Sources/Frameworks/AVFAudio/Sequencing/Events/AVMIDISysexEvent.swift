import Foundation
import SordinoMIDI

/// A system exclusive message, or other bytes that are sent as they are.
///
/// - Source: Apple, AVFAudio, `AVMIDISysexEvent`.
open class AVMIDISysexEvent: AVMusicEvent {
    /// The bytes, F0 and F7 included.
    let data: Data
    /// The number of bytes.
    open var sizeInBytes: UInt32 { UInt32(clamping: data.count) }

    /// Makes a message of its bytes.
    public init(data: Data) { self.data = data }

    override var stored: SequenceEvent.Kind? {
        .raw([UInt8](data))
    }
}
