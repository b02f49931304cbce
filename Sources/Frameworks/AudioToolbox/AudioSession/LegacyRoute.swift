import AVAudioTypes
import Foundation
import SordinoPolicy

/// Describes routes as Audio Session Services do: by dictionaries since iOS 5, by one word before.
enum LegacyRoute {
    /// Returns the types of a route's ports, as arrays of inputs and outputs.
    static func description(of route: Route) -> NSDictionary {
        func ports(_ ports: [SordinoPolicy.Port]) -> NSArray {
            NSArray(array: ports.map { NSDictionary(dictionary: [LegacyNames.portType: $0.type.rawValue]) })
        }
        return NSDictionary(dictionary: [
            LegacyNames.routeInputs: ports(route.inputs), LegacyNames.routeOutputs: ports(route.outputs),
        ])
    }

    /// Returns the dictionary for listeners of the route: reason, names and descriptions.
    static func change(_ reason: RouteChangeReason, from old: Route, to new: Route) -> NSDictionary {
        NSDictionary(dictionary: [
            LegacyNames.changeReason: NSNumber(value: Int(reason.rawValue)), LegacyNames.oldRoute: name(of: old),
            LegacyNames.previousDescription: description(of: old), LegacyNames.currentDescription: description(of: new),
        ])
    }

    /// Returns the word for a route that programs of iOS 2 to 4 compare; empty without ports.
    ///
    /// Apple documents no list, so these are the words that programs compare with. Other ports have the name of their
    /// type.
    static func name(of route: Route) -> NSString {
        let hasInput = !route.inputs.isEmpty
        guard let output = route.outputs.first else {
            return NSString(string: route.inputs.first?.type.rawValue ?? "")
        }
        let isHeadset = route.inputs.contains { $0.type == .headsetMic }
        let name =
            switch output.kind {
            case .headphones: isHeadset ? "HeadsetInOut" : hasInput ? "HeadphonesAndMicrophone" : "Headphone"
            case .builtInSpeaker: hasInput ? "SpeakerAndMicrophone" : "Speaker"
            case .builtInReceiver: hasInput ? "ReceiverAndMicrophone" : "Receiver"
            case .lineOut: hasInput ? "LineInOut" : "LineOut"
            case .bluetoothHFP: "HeadsetBT"
            case .bluetoothA2DP: "HeadphonesBT"
            case .airPlay: "AirTunes"
            case .lineIn, .builtInMic, .headsetMic, .continuityMicrophone, .hdmi, .bluetoothLE, .usbAudio, .carAudio,
                .virtual, .pci, .fireWire, .displayPort, .avb, .thunderbolt, nil:
                output.type.rawValue
            }
        return NSString(string: name)
    }
}
