import SordinoPolicy
import SordinoSession

/// The methods with which programs ask the service: one for each request.
enum BusRequest: CaseIterable {
    case configure, setActive, overrideOutput, prefer, requestRecordPermission, requestMicrophoneInjectionPermission
    case requestLibraryPermission, vibrate, openIO, startIO, stopIO, closeIO

    var row: BusMethodRow {
        switch self {
        case .configure: BusMethodRow("Configure", "configure", [("", "a{sv}")])
        case .setActive: BusMethodRow("SetActive", "setActive", [("active", "b"), ("notifyOthers", "b")])
        case .overrideOutput: BusMethodRow("OverrideOutput", "overrideOutput", [("toSpeaker", "b")])
        case .prefer: BusMethodRow("Prefer", "prefer", [("preference", "s"), ("", "a{sv}")])
        case .requestRecordPermission: BusMethodRow("RequestRecordPermission", "requestRecordPermission", [])
        case .requestMicrophoneInjectionPermission:
            BusMethodRow("RequestMicrophoneInjectionPermission", "requestMicrophoneInjectionPermission", [])
        case .requestLibraryPermission: BusMethodRow("RequestLibraryPermission", "requestLibraryPermission", [])
        case .vibrate: BusMethodRow("Vibrate", "vibrate", [])
        case .openIO: BusMethodRow("OpenIO", "openIO", [("io", "x"), ("kind", "a{sv}")])
        case .startIO: BusMethodRow("StartIO", "startIO", [("io", "x")])
        case .stopIO: BusMethodRow("StopIO", "stopIO", [("io", "x")])
        case .closeIO: BusMethodRow("CloseIO", "closeIO", [("io", "x")])
        }
    }

    init(_ request: Request) {
        self =
            switch request {
            case .configure: .configure
            case .setActive: .setActive
            case .overrideOutput: .overrideOutput
            case .prefer: .prefer
            case .requestRecordPermission: .requestRecordPermission
            case .requestMicrophoneInjectionPermission: .requestMicrophoneInjectionPermission
            case .requestLibraryPermission: .requestLibraryPermission
            case .vibrate: .vibrate
            case .openIO: .openIO
            case .startIO: .startIO
            case .stopIO: .stopIO
            case .closeIO: .closeIO
            }
    }
}

/// The methods with which programs report something to the service; their answer is empty.
package enum BusReport: String, CaseIterable, Sendable {
    case playback = "SetPlayback"
    case voice = "SetVoice"

    /// Names and D-Bus types.
    var arguments: [(name: String, type: String)] {
        switch self {
        case .playback: [("playback", "a{sv}")]
        case .voice: [("io", "x"), ("voice", "a{sv}")]
        }
    }

    package var signature: String { arguments.map(\.type).joined() }
}
