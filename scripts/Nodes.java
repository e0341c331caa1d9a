import static org.codelibs.opensearch.runner.OpenSearchRunner.newConfigs;

import java.util.concurrent.CountDownLatch;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/** Starts a few real OpenSearch nodes on the loopback address and holds them until the process ends. */
public final class Nodes {
    public static void main(final String[] given) throws Exception {
        final String folder = given[0];
        final int nodes = Integer.parseInt(given[1]);
        final int port = Integer.parseInt(given[2]);
        final OpenSearchRunner runner = new OpenSearchRunner();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try { runner.close(); } catch (final Exception ignored) { }
        }));
        runner.onBuild((number, settings) -> {
            settings.put("network.host", "127.0.0.1");
            settings.put("http.port", port + number - 1);
            settings.put("bootstrap.memory_lock", false);
            settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
            settings.put("processors", 2);
        }).build(newConfigs().basePath(folder).numOfNode(nodes).clusterName("opencouncil-test").useLogger());
        System.out.println("started");
        new CountDownLatch(1).await();
    }
}
