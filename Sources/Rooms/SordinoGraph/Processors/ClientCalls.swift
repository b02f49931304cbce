import CoreAudioTypes
import SordinoRealtime

// Blocks of programs, each in a place of its own. The marked functions that call them stand in
// `ClientBlock+Realtime.swift`; code that counts references stands here, because the compiler refuses it there.

extension ClientProc {
    /// Returns whether both are the same function with the same context.
    package func isSame(_ other: ClientProc) -> Bool {
        unsafeBitCast(proc, to: UInt.self) == unsafeBitCast(other.proc, to: UInt.self) && context == other.context
    }
}

/// Gives the frames of one input bus: flags, time, frames, bus, list.
package typealias PullBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, UInt32, Int,
    UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// A place for a block that gives frames.
///
/// Filled by the control side while nothing renders, or for the length of a call that brings the block.
package struct ClientPull {
    fileprivate var block: PullBlock?

    /// Makes an empty place.
    package init() {}

    /// Puts a block, or nil, into the place.
    package mutating func set(_ block: PullBlock?) { self.block = block }

    /// Lets a place hold a block while `body` runs.
    package static func lend(
        _ block: PullBlock?, to place: UnsafeMutablePointer<ClientPull>, _ body: () -> OSStatus
    ) -> OSStatus {
        let former = place.pointee.block
        place.pointee.block = block
        defer { place.pointee.block = former }
        return body()
    }

    mutating func call(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: UInt32, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus { block?(flags, time, frameCount, bus, list) ?? -10876 }
}

/// Renders one block of one output bus, for hosts: flags, time, frames, bus, list, where the input comes from.
package typealias RenderBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, UInt32, Int,
    UnsafeMutablePointer<AudioBufferList>, PullBlock?
) -> OSStatus

/// A place for a block that renders a unit; filled by the control side while nothing renders.
package struct ClientRender {
    /// The block that renders the unit; nil for none.
    package var block: RenderBlock?
    /// Where the block gets its input from.
    package var pull: PullBlock?

    /// Makes an empty place.
    package init() {}

    mutating func call(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: UInt32, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus { block?(flags, time, frameCount, bus, list, pull) ?? -10867 }
}

/// Renders one block of one output bus, as units implement it: like `RenderBlock`, with the events that are due in the
/// block.
package typealias UnitRenderBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, UInt32, Int,
    UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AURenderEvent>?, PullBlock?
) -> OSStatus

/// A place for a unit's own block; filled by the control side while nothing renders.
package struct ClientUnitRender {
    /// The unit's own block; nil for none.
    package var block: UnitRenderBlock?
    /// Where the input of the call at hand comes from.
    private let pull: UnsafeMutablePointer<ClientPull>

    /// Makes an empty place.
    package init(pull: UnsafeMutablePointer<ClientPull>) { self.pull = pull }

    mutating func call(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: UInt32, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>,
        _ events: UnsafePointer<AURenderEvent>?
    ) -> OSStatus { block?(flags, time, frameCount, bus, list, events, pull.pointee.block) ?? -10867 }
}

/// Called before and after each block that a unit renders: flags for before or after, time, frames, bus.
package typealias RenderObserverBlock = (
    AudioUnitRenderActionFlags, UnsafePointer<AudioTimeStamp>, UInt32, Int
) -> Void

/// An observer of the blocks that a unit renders.
package struct ClientObserver: Sendable {
    private let block: Lent<RenderObserverBlock>

    /// Makes an observer that calls `block`.
    package init(_ block: @escaping RenderObserverBlock) { self.block = Lent(block) }

    mutating func call(
        _ flags: AudioUnitRenderActionFlags, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32, _ bus: Int
    ) { block.value(flags, time, frameCount, bus) }
}

/// Called when frames have arrived from the hardware: flags, time, frames, bus.
package typealias ArrivalBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, UInt32, Int
) -> Void

/// A place for a block that is called on arrivals; filled by the control side while nothing renders.
package struct ClientArrival {
    /// The block to call; nil for none.
    package var block: ArrivalBlock?

    /// Makes an empty place.
    package init() {}

    mutating func call(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: UInt32, _ bus: Int
    ) { block?(flags, time, frameCount, bus) }
}

/// Takes a message at an address while rendering.
package typealias MessageBlock = (UnsafeMutableRawPointer) -> Void

/// Takes or fills the data at an address while rendering; returns an `OSStatus`.
package typealias ExchangeBlock = (UnsafeMutableRawPointer) -> Int32

/// A place for a block that takes or fills the render thread's data.
package struct ClientExchange {
    private let block: ExchangeBlock

    /// Makes a place that holds `block`.
    package init(_ block: @escaping ExchangeBlock) { self.block = block }

    /// Makes a place for a block that only receives and always succeeds.
    package init(hearing block: @escaping MessageBlock) {
        self.block = { message in
            block(message)
            return 0
        }
    }

    mutating func call(_ exchange: UnsafeMutableRawPointer) -> Int32 { block(exchange) }
}

extension Held<ClientExchange> {
    /// The block as plans call it; valid as long as this object.
    package var client: ClientBlock {
        ClientBlock(context: UnsafeMutableRawPointer(pointer), call: callClientExchange)
    }
}
