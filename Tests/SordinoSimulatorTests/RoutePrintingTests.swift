import AVFAudio
import Foundation
import SordinoSimulator
import Testing

/// Routes in formats, as the listing of session 505 prints one.
@Suite struct RoutePrintingTests {
    @Test func aRouteItsPortsAndTheirChannelsAreArgumentsOfAFormat() throws {
        let scene = Scenario()
        scene.device.plug(.headphones)
        let app = scene.device.app("DJ")
        try app.activate(.playAndRecord)
        let route = app.session.currentRoute
        let port = try #require(route.outputs.first)
        let channel = try #require(port.channels?.first)
        let text = String(format: "Route %@, port %@, channel %@, %d.", route, port, channel, 7)
        #expect(
            text == "Route \(route.description), port \(port.description), channel \(channel.description), 7.",
            "\(text)")
        // The listing of the session, with each port on one line and without the address of the object.
        #expect(
            route.description == """
                <AVAudioSessionRouteDescription:
                  inputs = (
                    0: type = MicrophoneBuiltIn; name = iPhone Microphone; UID = Built-In Microphone;
                      channels = (
                        0: name = MicrophoneBuiltIn; number = 1; port UID = Built-In Microphone ))

                  outputs = (
                    0: type = Headphones; name = Headphones; UID = Wired Headphones;
                      channels = (
                        0: name = Headphone Left; number = 1; port UID = Wired Headphones,
                        1: name = Headphone Right; number = 2; port UID = Wired Headphones ))>
                """)
    }

    @Test func aRouteWithoutPortsIsEmptyInTheListing() {
        #expect(
            AVAudioSessionRouteDescription().description
                == "<AVAudioSessionRouteDescription:\n  inputs = ()\n\n  outputs = ()>")
    }
}
