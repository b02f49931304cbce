import SordinoGraph

/// A sequencer as a member of an engine: it is rendered before everything else.
package final class SequencerNode: Processor, EngineMember, Sendable {
    package let name = "Sequencer"
    package let health = Health()
    package let sequencer: Sequencer
    package let seat = EngineSeat()

    /// Makes the node of a player.
    package init(_ sequencer: Sequencer) { self.sequencer = sequencer }

    package var processor: any Processor { self }
    package var role: EngineRole { .sequencer(sequencer) }
    package var levels: MixLevels? { nil }
    package var latency: Double { 0 }
    package var kindName: String { "Sequencer" }
    package func willRender(isOffline: Bool) {}
    package func reset() { health.unmute() }

    package var outputBusCount: Int { 0 }
    package var bell: ServiceBell? { sequencer.bell }

    package func serve(_ request: ServiceRequest, call: (@escaping ServiceCall) -> Void) -> NextService {
        sequencer.serve(call)
    }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        StepRecipe(run: runSequencer, state: UnsafeMutableRawPointer(sequencer.state), owner: self)
    }
}
