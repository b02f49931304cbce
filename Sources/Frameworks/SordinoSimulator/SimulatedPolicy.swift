import AVFAudio
import SordinoPolicy

/// The configuration of a simulated device: depths and times of ducking, rules of single programs, order of ports,
/// zones.
///
/// It is written as `Documentation/policy.md` describes. Programs are meant by their names.
///
///     var behaviour = SimulatedBehaviour()
///     behaviour.policy = try SimulatedPolicy("""
///         [zone rear]
///         ports = Rear
///         [program Film]
///         zone = rear
///         """)
///     let car = SimulatedDevice(.car, behaving: behaviour)
///     car.plug(.usb(name: "Rear"))
public struct SimulatedPolicy: Hashable, Sendable {
    /// A line that was not understood.
    public struct Fault: Error, Hashable, Sendable {
        /// From 1; 0 for the text as a whole.
        public let line: Int
        /// The reason why the text is refused.
        public let sentence: String
    }

    let configuration: PolicyConfiguration

    /// Reads a configuration.
    ///
    /// - Throws: `Fault` with the first line that is not understood.
    public init(_ text: String) throws(Fault) {
        var configuration = PolicyConfiguration()
        do throws(ConfigurationFault) {
            try configuration.add(text, file: "")
        } catch {
            throw Fault(line: error.line, sentence: error.sentence)
        }
        self.configuration = configuration
    }
}

extension SimulatedDevice {
    /// Changes the device's configuration while programs run, as the service does when its files have changed.
    ///
    /// The device's `behaviour` applies where the configuration sets nothing.
    public func reconfigure(_ policy: SimulatedPolicy) {
        happen(.configured(policy.configuration.settings(over: behaviour.settingsWithoutPolicy)))
    }

    /// Moves a program to a zone of the configuration, or to `main`; a zone that does not exist changes nothing.
    public func move(_ app: SimulatedApp, toZone zone: String) { happen(.appZone(app.context.id, zone)) }

    /// The recording of the port with this UID; nil if there never was one.
    public func output(uid: String) -> SimulatedOutput? { recorder.recordings.first { $0.uid == uid } }
}
