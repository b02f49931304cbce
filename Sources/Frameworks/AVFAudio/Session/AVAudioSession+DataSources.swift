extension AVAudioSession {
    /// The place of a data source on the device.
    public struct Location: RawRepresentable, Hashable, Sendable {
        /// The text that names the location.
        public let rawValue: String

        /// Makes a value from Apple's raw value, also an unknown one.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// At the upper end of the device.
        public static let upper = Location(rawValue: "Upper")
        /// At the lower end of the device.
        public static let lower = Location(rawValue: "Lower")

        /// `Orientation.top`, as older programs spell it.
        public static var orientationTop: Location { Location(rawValue: Orientation.top.rawValue) }
        /// `Orientation.bottom`, as older programs spell it.
        public static var orientationBottom: Location { Location(rawValue: Orientation.bottom.rawValue) }
        /// `Orientation.front`, as older programs spell it.
        public static var orientationFront: Location { Location(rawValue: Orientation.front.rawValue) }
        /// `Orientation.back`, as older programs spell it.
        public static var orientationBack: Location { Location(rawValue: Orientation.back.rawValue) }
        /// `Orientation.left`, as older programs spell it.
        public static var orientationLeft: Location { Location(rawValue: Orientation.left.rawValue) }
        /// `Orientation.right`, as older programs spell it.
        public static var orientationRight: Location { Location(rawValue: Orientation.right.rawValue) }
        /// `PolarPattern.omnidirectional`, as older programs spell it.
        public static var polarPatternOmnidirectional: Location {
            Location(rawValue: PolarPattern.omnidirectional.rawValue)
        }
        /// `PolarPattern.cardioid`, as older programs spell it.
        public static var polarPatternCardioid: Location { Location(rawValue: PolarPattern.cardioid.rawValue) }
        /// `PolarPattern.subcardioid`, as older programs spell it.
        public static var polarPatternSubcardioid: Location { Location(rawValue: PolarPattern.subcardioid.rawValue) }
    }

    /// The direction of a data source.
    public struct Orientation: RawRepresentable, Hashable, Sendable {
        /// The text that names the orientation.
        public let rawValue: String

        /// Makes a value from Apple's raw value, also an unknown one.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Towards the top of the device.
        public static let top = Orientation(rawValue: "Top")
        /// Towards the bottom of the device.
        public static let bottom = Orientation(rawValue: "Bottom")
        /// Towards the front of the device.
        public static let front = Orientation(rawValue: "Front")
        /// Towards the back of the device.
        public static let back = Orientation(rawValue: "Back")
        /// Towards the left side of the device.
        public static let left = Orientation(rawValue: "Left")
        /// Towards the right side of the device.
        public static let right = Orientation(rawValue: "Right")
    }

    /// The directions from which a data source picks up sound.
    public struct PolarPattern: RawRepresentable, Hashable, Sendable {
        /// The text that names the pattern.
        public let rawValue: String

        /// Makes a value from Apple's raw value, also an unknown one.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Equally sensitive in all directions.
        public static let omnidirectional = PolarPattern(rawValue: "Omnidirectional")
        /// Most sensitive to the front.
        public static let cardioid = PolarPattern(rawValue: "Cardioid")
        /// Between omnidirectional and cardioid.
        public static let subcardioid = PolarPattern(rawValue: "Subcardioid")
        /// Two channels for left and right.
        public static let stereo = PolarPattern(rawValue: "Stereo")
    }

    /// The orientation in which the device is held, for stereo capture.
    public enum StereoOrientation: Int, Sendable {
        case none = 0
        case portrait = 1
        case portraitUpsideDown = 2
        case landscapeRight = 3
        case landscapeLeft = 4
    }
}
