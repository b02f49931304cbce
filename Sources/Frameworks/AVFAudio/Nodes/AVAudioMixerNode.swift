import AVAudioTypes
import Foundation
import SordinoGraph

/// Adds up its inputs, converting each to the output's rate and channels.
///
/// There are as many input buses as are connected. An input at volume 1 and pan 0 in the output's format passes bit for
/// bit.
open class AVAudioMixerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    let mixer = Mixer()

    /// Makes a mixer at output volume 1.
    public override init() { super.init(processor: mixer, role: .mixer, mixing: MixingSource()) }

    /// The factor of the whole sum, 0 to 1; 1 by default.
    open var outputVolume: Float {
        get { mixer.outputVolume }
        set { mixer.outputVolume = newValue }
    }

    /// The lowest free input bus.
    open var nextAvailableInputBus: AVAudioNodeBus { freeInputBus }

    /// Input buses up to the highest connected one; 1 while nothing is connected.
    open override var numberOfInputs: Int { grownInputCount }

    override var unitCodes: (type: StaticString, subtype: StaticString) { ("aumx", "mcmx") }
}
