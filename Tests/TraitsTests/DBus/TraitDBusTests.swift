import CSystemd
import Testing

#if !SORDINO_DBUS
@Test func theBusIsNotBuiltInWithoutItsTrait() {
    #expect(!sordino_bus_is_built_in())
}
#endif
