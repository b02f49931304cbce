import CPlugIns
import CoreAudioTypes
import SordinoGraph

/// Renders one block of one output bus of a plug-in.
@_noAllocation @_noLocks
func renderPlugIn(
    _ plugIn: OpaquePointer, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32, _ bus: Int,
    _ list: UnsafeMutablePointer<AudioBufferList>, _ events: UnsafePointer<AURenderEvent>?,
    _ pull: UnsafeMutablePointer<ClientPull>
) -> OSStatus {
    cplugin_render(
        plugIn, time, frameCount, Int64(bus), list, events, givePlugInInput, UnsafeMutableRawPointer(pull))
}

/// Hands the program the messages that the block at hand has sent.
@_noAllocation @_noLocks
func sendPlugInMessages(_ plugIn: OpaquePointer, _ time: UnsafePointer<AudioTimeStamp>, _ program: ClientBlock) {
    let start = time.pointee.mFlags.rawValue & 1 != 0 ? Int64(time.pointee.mSampleTime) : 0
    var found = cplugin_message(frame: 0, byte_count: 0, bytes: nil)
    var index: Int32 = 0
    while cplugin_sent(plugIn, index, &found) {
        index &+= 1
        guard let bytes = found.bytes else { continue }
        var message = PlugInMessage(start &+ Int64(found.frame), Int(found.byte_count), bytes)
        _ = withUnsafeMutablePointer(to: &message) { program(UnsafeMutableRawPointer($0)) }
    }
}

extension PlugInMessage {
    @_noAllocation @_noLocks
    init(_ time: Int64, _ byteCount: Int, _ bytes: UnsafePointer<UInt8>) {
        self.time = time
        self.byteCount = byteCount
        self.bytes = bytes
    }
}

/// Gives a plug-in the frames of an input bus.
@_noAllocation @_noLocks
func givePlugInInput(
    _ context: UnsafeMutableRawPointer?, _ flags: UnsafeMutablePointer<UInt32>?,
    _ time: UnsafePointer<AudioTimeStamp>?, _ frameCount: UInt32, _ bus: Int64,
    _ list: UnsafeMutablePointer<AudioBufferList>?
) -> Int32 {
    guard let context, let flags, let time, let list else { return -50 }
    var own = AudioUnitRenderActionFlags()
    let pull = context.assumingMemoryBound(to: ClientPull.self)
    let status = pull.pointee(&own, time, frameCount, Int(bus), list)
    flags.pointee = own.rawValue
    return status
}
