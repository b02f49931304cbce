import SordinoPolicy

/// A program's own volume, as a person set it on a mixer.
package struct ProgramVolume: Hashable, Sendable {
    /// Linear, of the loudest channel; 1 is untouched, at most `most`.
    package var factor: Float
    package var isMuted: Bool

    package init(factor: Float, isMuted: Bool) {
        self.factor = factor
        self.isMuted = isMuted
    }

    /// Makes the volume that a mixer has set.
    init(said factor: Float, isMuted: Bool) {
        self.init(factor: factor.isFinite ? min(max(factor, 0), Self.most) : 1, isMuted: isMuted)
    }

    package static let untouched = ProgramVolume(factor: 1, isMuted: false)

    /// Twice what mixers' sliders go up to.
    package static var most: Float { 8 }

    /// The factor for the samples of the program; 0 while it is muted.
    package var gain: Float { isMuted ? 0 : factor }
}

/// A program as mixers show it.
package struct ProgramFace: Hashable, Sendable {
    package var name: String
    /// Permanent, such as "org.example.Music".
    package var identifier: String
    package var process: Int32
    package var executable: String
    /// The name of an icon in the theme of the desktop.
    package var icon: String?
    /// The title of the sound that it plays.
    package var title: String?

    package init(
        name: String, identifier: String, process: Int32 = 0, executable: String = "", icon: String? = nil,
        title: String? = nil
    ) {
        self.name = name
        self.identifier = identifier
        self.process = process
        self.executable = executable
        self.icon = icon
        self.title = title
    }

    /// The properties of a PipeWire node that describe the program.
    var properties: [String: String] {
        var properties = ["application.name": name, "application.id": identifier]
        if process > 0 { properties["application.process.id"] = String(process) }
        if !executable.isEmpty { properties["application.process.binary"] = executable }
        if let icon { properties["application.icon-name"] = icon }
        return properties
    }
}

/// The facts about programs that the stage cannot find in the graph: what mixers show of them, and the volumes that people gave
/// them.
package struct ProgramBook: Sendable {
    /// Nil for programs that mixers do not show.
    ///
    /// Called on the loop thread, like the others.
    package var face: @Sendable (ProgramID) -> ProgramFace?
    /// The volume that was kept, or 1.
    package var volume: @Sendable (ProgramID) -> ProgramVolume
    /// Stores a volume that was set in a mixer.
    package var remember: @Sendable (ProgramID, ProgramVolume) -> Void

    package init(
        face: @escaping @Sendable (ProgramID) -> ProgramFace?,
        volume: @escaping @Sendable (ProgramID) -> ProgramVolume,
        remember: @escaping @Sendable (ProgramID, ProgramVolume) -> Void
    ) {
        self.face = face
        self.volume = volume
        self.remember = remember
    }
}
