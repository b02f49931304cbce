import CoreAudioTypes
import SordinoGraph

/// The control side of a program's own unit, for a graph that renders it.
package struct ClientUnitCalls: Sendable {
    /// A name for descriptions.
    package var name: String
    /// The numbers of buses.
    package var busCounts: @Sendable () -> (inputs: Int, outputs: Int)
    /// Gets the unit ready for a wiring, and returns the block that renders it.
    package var ready: @Sendable (Wiring) throws -> RenderBlock
    /// Clears the tails and other state of earlier blocks.
    package var forget: @Sendable () -> Void
    /// Frames by which the output lags.
    package var lag: @Sendable () -> Int

    /// Makes the set of calls to a unit.
    package init(
        name: String, busCounts: @escaping @Sendable () -> (inputs: Int, outputs: Int),
        ready: @escaping @Sendable (Wiring) throws -> RenderBlock, forget: @escaping @Sendable () -> Void,
        lag: @escaping @Sendable () -> Int
    ) {
        self.name = name
        self.busCounts = busCounts
        self.ready = ready
        self.forget = forget
        self.lag = lag
    }
}

/// Makes the processor of a program's own unit; as long as a plan names it, it keeps the unit.
package func clientUnit(_ calls: ClientUnitCalls) -> HostedUnit {
    let held = Held(ClientUnitState())
    let state = held.pointer
    // Made here, because a closure is made on the heap.
    state.pointee.render.pull = { pullClientUnit(state, $0, $1, $2, $3, $4) }
    return HostedUnit(
        name: calls.name, ClientBlock(context: UnsafeMutableRawPointer(state), call: renderClientUnit), keeping: held,
        busCounts: calls.busCounts,
        ready: { held.pointer.pointee.render.block = try calls.ready($0) }, forget: calls.forget, lag: calls.lag)
}

/// The state of a program's unit on the render thread.
struct ClientUnitState {
    var render = ClientRender()
    /// The block at hand.
    var exchange: UnsafeMutablePointer<HostedExchange>?
}
