import CoreAudioTypes
import SordinoGraph

/// Renders a unit that is made of functions.
///
/// The unit asks a callback for its input; the callback gives it what the call at hand brings.
package final class PlugInRenderer: Sendable {
    private let held: Held<PlugInState>
    private let pull = Held(ClientPull())

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - render: The unit's function, which has the shape of a render callback.
    ///   - parameters: The functions that take parameters.
    package init(render: ClientProc, parameters: ClientParameters) {
        held = Held(PlugInState(render: render, parameters: parameters, pull: pull.pointer))
    }

    /// The callback for every input bus of the unit; its context is valid as long as this object.
    package var input: AURenderCallbackStruct {
        AURenderCallbackStruct(inputProc: givePlugInInput, inputProcRefCon: UnsafeMutableRawPointer(held.pointer))
    }

    /// The unit's own block.
    package var block: UnitRenderBlock {
        let renderer = self
        return { flags, time, frameCount, bus, list, events, pull in
            ClientPull.lend(pull, to: renderer.pull.pointer) {
                renderPlugIn(renderer.held.pointer, flags, time, frameCount, bus, list, events)
            }
        }
    }
}

/// The render thread's part of a unit that is made of functions.
struct PlugInState {
    let render: ClientProc
    let parameters: ClientParameters
    /// The source of the present call's input.
    let pull: UnsafeMutablePointer<ClientPull>

    init(render: ClientProc, parameters: ClientParameters, pull: UnsafeMutablePointer<ClientPull>) {
        (self.render, self.parameters, self.pull) = (render, parameters, pull)
    }
}
