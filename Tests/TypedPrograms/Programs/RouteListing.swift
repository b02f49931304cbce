// swift-format-ignore-file
import AVFoundation

enum RouteListing {
    static func run() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.multiRoute)
        try session.setActive(true)
        let route = session.currentRoute
        check(!route.outputs.isEmpty, "\(route)")
        let output = route.outputs[0]
        let text = "\(output)"
        check(text.contains("type = Speaker"), text)
        if let channels = output.channels {
            check(channels[0].channelName.contains(output.portName), channels[0].channelName)
            let player = try AVAudioPlayer(contentsOf: sine(seconds: 0.1))
            player.channelAssignments = channels.prefix(2).map { $0 }
            check(player.play(), "plays")
        }
    }
}
