/// The events on a device that its apps shared: the one value from which the page and the text are written.
///
/// Times are seconds since the start. Spans and marks are in order of time.
package struct Timeline {
    package var title: String
    /// One or two sentences under the title.
    package var summary: String
    package var durationSeconds: Double
    /// Events caused by the owner and the world: a call, a plug, a switch.
    package var events: [Mark] = []
    package var apps: [AppLane] = []
    package var ports: [PortLane] = []
    /// The sum of all ports; nil if fewer than two were recorded with sound.
    package var mix: PortLane?

    package init(title: String, summary: String, durationSeconds: Double) {
        self.title = title
        self.summary = summary
        self.durationSeconds = durationSeconds
    }

    /// Something that happened at one moment.
    package struct Mark {
        package var seconds: Double
        /// A few words: they stand in the drawing.
        package var title: String
        /// The rest: it stands in the tool tip and in the list.
        package var detail: String

        package init(seconds: Double, title: String, detail: String = "") {
            self.seconds = seconds
            self.title = title
            self.detail = detail
        }
    }

    /// One app: its session, the notifications that it received, and its gain.
    package struct AppLane {
        package var name: String
        /// Category, mode and options, or the kind of app.
        package var detail: String
        /// The times at which the app ran; empty for an app that ran all the time.
        package var presence: [Range<Double>] = []
        package var states: [StateSpan] = []
        package var gains: [GainSpan] = []
        /// The notifications to the app.
        package var notifications: [Mark] = []
        /// The actions in the code of the app: play, pause, ask.
        package var actions: [Mark] = []
        /// The app's output before the stage; nil when it was not recorded.
        package var waveform: Waveform?

        package init(name: String, detail: String) {
            self.name = name
            self.detail = detail
        }
    }

    /// The state of a session for a while.
    package struct StateSpan {
        /// The state of a session.
        package enum State: String { case inactive, active, interrupted }
        package var from: Double
        package var to: Double
        package var state: State

        package init(from: Double, to: Double, state: State) {
            self.from = from
            self.to = to
            self.state = state
        }
    }

    /// The gain of an app on the stage for a while, and the rule behind it.
    package struct GainSpan {
        /// The reason for the gain.
        package enum Cause: String { case full, ducked, silenced }
        package var from: Double
        package var to: Double
        /// The gain in decibels where the span begins; `-infinity` is silence.
        package var fromDecibels: Double
        /// The gain where it ends; between the two it glides.
        package var toDecibels: Double
        package var cause: Cause
        /// The rule that decided it, as the policy names it; empty for `full`.
        package var rule: String

        package init(
            from: Double, to: Double, fromDecibels: Double, toDecibels: Double, cause: Cause, rule: String = ""
        ) {
            self.from = from
            self.to = to
            self.fromDecibels = fromDecibels
            self.toDecibels = toDecibels
            self.cause = cause
            self.rule = rule
        }
    }

    /// One port of the device and its output.
    package struct PortLane {
        package var name: String
        package var detail: String
        /// The times in which sound was routed to the port.
        package var inUse: [Range<Double>] = []
        package var waveform: Waveform
        /// The sound that the page can play; nil for a port that stayed silent.
        package var sound: Sound?
        /// The recording beside the page; empty when nothing was recorded.
        package var fileName: String

        package init(name: String, detail: String, waveform: Waveform, fileName: String) {
            self.name = name
            self.detail = detail
            self.waveform = waveform
            self.fileName = fileName
        }
    }

    /// A signal as a drawing needs it: one column per stretch of time, evenly spread over the duration.
    package struct Waveform {
        /// The extremes and the mean level of one stretch, 1 for full scale.
        package struct Column: Equatable {
            package var low: Float = 0
            package var high: Float = 0
            package var rms: Float = 0

            package init() {}
        }
        package var columns: [Column]
        /// The largest magnitude, 1 for full scale.
        package var peak: Float
    }

    /// A signal as the page carries it: one byte per frame, G.711 µ-law.
    package struct Sound {
        /// The rate, in hertz.
        package var sampleRate: Int
        package var bytes: [UInt8]
    }
}
