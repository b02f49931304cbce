import SordinoStories

/// A story of programs on one device, as read from a script: the programs, and the events in the order of time.
///
/// `Documentation/scenarios.md` describes the script; `ScenarioRun` plays it in virtual time.
package struct Scenario: Hashable, Sendable {
    package var title = "A scenario"
    package var summary = ""
    package var device = DeviceKind.phone
    /// Seconds that the story lasts; one second after its last moment if the script has no length.
    package var lengthSeconds: Double?
    package var apps: [App] = []
    /// The configuration of the device, as the text of a `policy.conf`, and the line of the script before it.
    package var policy = ""
    package var policyLine = 0
    /// The sounds of the system voices, by file name; a voice without one has a built-in tone.
    package var systemSounds: [SystemVoice: Sound] = [:]
    /// In order of time.
    package var scenes: [Scene] = []

    package init() {}

    /// The devices that a script may name.
    package enum DeviceKind: String, CaseIterable, Sendable { case phone, tablet, desktop, car }

    /// The voices of the system that can have a sound of their own.
    package enum SystemVoice: String, CaseIterable, Sendable { case ringtone, alarm, caller }

    /// One program of the story.
    package struct App: Hashable, Sendable {
        package var name: String
        package var sounds: [Sound] = []
        package var category = "AVAudioSessionCategorySoloAmbient"
        package var mode = "AVAudioSessionModeDefault"
        package var options: UInt = 0
        package var hasBackgroundAudio = false
        package var hasBackgroundCalls = false
        /// Plays again when an interruption ends with that advice.
        package var resumes = false
        /// Indicates whether the program pauses when its output is unplugged.
        package var pausesOnUnplug = false
    }

    /// Something that a program can play.
    package struct Sound: Hashable, Sendable {
        package var name: String
        /// Relative to the script.
        package var file: String
        package var loops: Bool
        /// The line of the script that names it; 0 if none does.
        package var line: Int

        package init(name: String, file: String, loops: Bool, line: Int = 0) {
            self.name = name
            self.file = file
            self.loops = loops
            self.line = line
        }
    }

    /// The events of one moment.
    package struct Scene: Hashable, Sendable {
        package var seconds: Double
        /// A short title for the drawing; empty for scenes that need none.
        package var title = ""
        package var detail = ""
        package var acts: [Act] = []
    }

    /// One event, and its line in the script.
    package struct Act: Hashable, Sendable {
        package var line: Int
        package var what: StoryAct
    }
}

/// The reason for which a script was not understood.
package struct ScenarioError: Error, Hashable, CustomStringConvertible {
    /// From 1; 0 for the script as a whole.
    package var line: Int
    package var sentence: String

    /// An error at a line, 0 for the script as a whole.
    package init(line: Int, sentence: String) {
        self.line = line
        self.sentence = sentence
    }

    package var description: String { line > 0 ? "line \(line): \(sentence)" : sentence }
}
