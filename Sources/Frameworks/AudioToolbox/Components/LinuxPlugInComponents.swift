import CoreAudioTypes
import SordinoPlugIns

/// The description of a component that is an LV2 or CLAP plug-in.
package struct PlugInFacts: Sendable {
    /// Words for the kind of plug-in, such as "Compressor Plugin" or "equalizer".
    package let tags: [String]
    /// Indicates whether the plug-in sends MIDI.
    package let sendsMIDI: Bool
    /// The URI of an LV2 plug-in, the id of a CLAP plug-in.
    package let id: String

    /// Looks a component up; nil for one that is no plug-in.
    package init?(_ component: AudioComponent) {
        guard let plugIn = ComponentRegistry.shared.component(component)?.plugIn else { return nil }
        (tags, sendsMIDI, id) = (plugIn.tags, plugIn.sendsMIDI, plugIn.id)
    }
}

extension AUAudioUnit {
    /// Blocks that were silenced because the plug-in behind the unit made NaN or infinity.
    package var mutedBlockCount: Int { (backing as? LinuxPlugInBacking)?.plugIn.mutedBlockCount ?? 0 }
}
