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
        #expect(route.description.contains("Headphones"))
    }
}
