import CoreAudioTypes
import SordinoGraph
import Synchronization

extension RenderNotifiesState {
    /// Calls all registered functions with the time and the frames of a block.
    @_noAllocation @_noLocks
    func tell(
        _ flags: AudioUnitRenderActionFlags, _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32,
        _ frameCount: UInt32, _ list: UnsafeMutablePointer<AudioBufferList>?
    ) {
        for index in 0..<count {
            let entry = UnsafePointer<ClientProc>(bitPattern: places[index].load(ordering: .acquiring))
            guard let entry else { continue }
            var flags = flags
            _ = entry.pointee(&flags, time, bus, frameCount, list)
        }
    }
}
